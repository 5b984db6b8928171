import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, startRedis } from '../../../test/support/redis.ts'
import { REPLICATION } from './redis-scripts.ts'

let redis: Awaited<ReturnType<typeof startRedis>>
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())

/** What the script makes of an answer to INFO, in Redis' own Lua. */
async function reportOn(info: string): Promise<unknown> {
  const pretended = 'local redis = { pcall = function() return ARGV[1] end }'
  const script = `${pretended} ${REPLICATION} return { replication() }`
  return ask(redis.master, 'eval', script, '0', `role:master\r\n${info}\r\nmaster_replid:abc123\r\n`)
}

const replica = (state: string, lag: number) => `slave0:ip=::1,port=1,state=${state},offset=14,lag=${lag}`

test.each([
  ['one that follows', replica('online', 0), 1],
  ['two that follow', `${replica('online', 1)}\r\n${replica('online', 10)}`, 2],
  ['one whose clock seems ahead, as it does for moments', replica('online', -1), 1],
  ['one that is silent for long', replica('online', 11), -2],
  ['one that follows beside a silent one', `${replica('online', 0)}\r\n${replica('online', 60)}`, 1],
  ['one that is still being sent everything', replica('wait_bgsave', 0), 0],
  ['none', 'connected_slaves:0', 0],
])('R5 of the replicas of a master counts %s', async (_, info, replicas) => {
  expect(await reportOn(info)).toEqual([replicas, 'abc123'])
})

test('R5 where INFO is not allowed nobody can tell', async () => {
  const script = `local redis = { pcall = function() return {} end } ${REPLICATION} return { replication() }`
  expect(await ask(redis.master, 'eval', script, '0')).toEqual([-1, ''])
})
