import { expect, test } from 'bun:test'
import {
  ask,
  type RedisProcess,
  type RedisUnderTest,
  startCluster,
  startSentinel,
} from '../../../test/support/redis.ts'
import { until } from '../../../test/support/until.ts'
import { newRecord } from '../session-store.contract.ts'
import { openRedisStore } from './redis.ts'

const roomy = { perOwner: 100, total: 1_000_000 }

/** As docs/operations.md has it. */
const acl = '~{portico:}* +@read +@write +@scripting +@connection +role +time'

const topologies = {
  sentinels: () => startSentinel(),
  'sentinels over TLS, with passwords': () => startSentinel({ tls: true, acl, sentinelPassword: 'wache?&1' }),
  cluster: () => startCluster({ replicas: 1 }),
  'cluster over TLS': () => startCluster({ replicas: 1, tls: true }),
}

test.concurrent.each([
  ['sentinels', 'kill'],
  ['sentinels', 'pause'],
  ['sentinels over TLS, with passwords', 'kill'],
  ['cluster', 'kill'],
  ['cluster over TLS', 'kill'],
  ['cluster', 'pause'],
] as const)(
  'R5 with %s, after a master was lost (%s) sessions that its replica has live on and ended ones stay ended, on every instance',
  async (topology, fault) => {
    const redis = await topologies[topology]()
    const [here, there] = [await openRedisStore(redis.url), await openRedisStore(redis.url)]
    const [kept, ended, endedLater] = [newRecord(), newRecord(), newRecord()]
    for (const record of [kept, ended, endedLater]) await here.insert(record, roomy)
    await here.delete(ended.key)

    const master = await ourMaster(redis)
    await until(() => isReplicated(master), 'the replica has all')
    await master[fault]()
    // Sentinels that were starved of time trust nothing for thirty seconds (TILT), and then need their usual ones.
    await until(() => succeeds(here.insert(newRecord(), roomy)), 'another master takes logins', 180_000)
    // The connection may be lost once more while the sentinels agree.
    await until(() => succeeds(here.delete(endedLater.key)), 'a session could be ended')
    if (fault === 'pause') master.resume()

    await until(() => succeeds(there.ping()), 'the other instance has found the master')
    expect((await there.find(kept.key))?.id).toBe(kept.id)
    expect(await there.find(ended.key)).toBeUndefined()
    // A master that was only paused believes in itself until the sentinels tell it otherwise.
    const isGone = async () => (await there.find(endedLater.key)) === undefined
    await until(() => isGone().catch(() => false), 'the other instance is at the new master', 60_000)
    await Promise.all([here.close(), there.close()])
    await redis.stop()
  },
  300_000,
)

/** The master that has our sessions. */
async function ourMaster({ servers }: RedisUnderTest): Promise<RedisProcess> {
  for (const server of servers) {
    const role = await ask(server, 'role')
    const isMaster = Array.isArray(role) && role[0] === 'master'
    if (isMaster && (await ask(server, 'exists', '{portico:}expiries')) === 1) return server
  }
  throw new Error('no master has our sessions')
}

/** True when a replica has acknowledged all that the master has. */
async function isReplicated(master: RedisProcess): Promise<boolean> {
  const info = String(await ask(master, 'info', 'replication'))
  const [, offset] = /master_repl_offset:(\d+)/.exec(info) ?? []
  return info.includes(`state=online,offset=${offset},`)
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
