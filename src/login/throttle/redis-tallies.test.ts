import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import Redis from 'ioredis'
import { type RedisUnderTest, startRedis } from '../../../test/support/redis.ts'
import { LoginThrottle } from '../throttle.ts'
import { memoryTallies } from './memory-tallies.ts'
import { redisTallies } from './redis-tallies.ts'
import { describeTallies } from './tallies.contract.ts'
import type { Place, Tallies } from './tallies.ts'

const limit = { count: 2, windowMs: 10_000 }
const start = Date.now()

let redis: RedisUnderTest
let client: Redis
let tests = 0

beforeAll(async () => {
  redis = await startRedis()
  client = new Redis(redis.url, { maxRetriesPerRequest: 0, commandTimeout: 500 })
  client.on('error', () => {})
})
afterAll(async () => {
  client.disconnect()
  await redis.stop()
})

/** One instance of the service among several on this Redis; those with one name count together. */
function instance(name: string, clock: { now: number }): Tallies {
  return redisTallies({ use: (work) => work(client) }, `{test}${name}:`, () => clock.now)
}

describeTallies('redis', () => {
  const clock = { now: start }
  return { tallies: instance(`${tests++}`, clock), clock }
})

test('B1 two instances on one Redis count an address together, and both make it wait', async () => {
  const clock = { now: start }
  const [one, other] = [instance('shared', clock), instance('shared', clock)].map(
    (tallies) => new LoginThrottle({ tallies, limit, hash: (text) => text }),
  )
  const guess = async (at: LoginThrottle | undefined) => {
    const admission = await at?.admit({ address: '192.0.2.1', username: 'victim' }, AbortSignal.abort())
    if (admission?.kind === 'admitted') await admission.settle('rejected')
    return admission?.kind
  }
  expect([await guess(one), await guess(other), await guess(one), await guess(other)]).toEqual([
    'admitted',
    'admitted',
    'throttled',
    'throttled',
  ])
})

test('Redis and memory count alike, whatever happens', async () => {
  const step = fc.record({
    what: fc.constantFrom('start', 'start', 'reject', 'reject', 'giveBack', 'wait'),
    ms: fc.constantFrom(1, 5_000, 10_000, 20_000, 3_600_000),
    which: fc.nat(2),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const clock = { now: start }
      const there = retrace(instance(`alike ${tests++}`, clock), clock)
      const here = retrace(
        memoryTallies(() => clock.now),
        clock,
      )
      for (const each of steps) {
        if (each.what === 'wait') clock.now += each.ms
        expect(await there(each)).toEqual(await here(each))
      }
    }),
    { numRuns: 100 },
  )
})

/** Takes steps with one kind of tallies, and answers what each led to. */
function retrace(tallies: Tallies, clock: { now: number }) {
  const places: Place[] = []
  return async ({ what, which }: { what: string; which: number }): Promise<unknown> => {
    if (what === 'start') {
      const began = await tallies.start('a', limit)
      if (began.kind === 'started') places.push(began.place)
      return began
    }
    const [place] = what === 'wait' ? [] : places.splice(which, 1)
    if (place === undefined) return clock.now
    return what === 'reject' ? tallies.reject('a', place, limit) : tallies.giveBack('a', place)
  }
}

test('nothing stays in Redis for ever', async () => {
  const tallies = instance('passing', { now: start })
  for (let time = 0; time < 3; time++) {
    const began = await tallies.start('a', limit)
    if (began.kind === 'started') await tallies.reject('a', began.place, limit)
    await tallies.countOne('name', 10_000)
  }
  await tallies.remember('pair', 10_000)
  const keys = await client.keys('{test}passing:*')
  const lives = await Promise.all(keys.map((key) => client.pttl(key)))
  expect(keys).toHaveLength(3)
  for (const ms of lives) expect(ms).toBeGreaterThan(0)
  expect(Math.max(...lives)).toBeLessThanOrEqual(3_610_000)
})
