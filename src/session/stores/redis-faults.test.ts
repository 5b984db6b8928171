import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { capturedLog } from '../../../test/support/captured-log.ts'
import {
  ask,
  type RedisUnderTest,
  startCluster,
  startRedis,
  startSentinel,
} from '../../../test/support/redis.ts'
import { until } from '../../../test/support/until.ts'
import { newRecord } from '../session-store.contract.ts'
import { type SessionStore, StoreUnavailable } from '../session-store.ts'
import { openRedisStore, type RedisStoreOptions } from './redis.ts'

const use = { lastSeenAt: Date.now(), endsAt: Date.now() + 3_600_000 }
const roomy = { perOwner: 100, total: 1_000_000 }
const stores: SessionStore[] = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})

async function open(url: string, options: RedisStoreOptions = {}): Promise<SessionStore> {
  const store = await openRedisStore(url, options)
  stores.push(store)
  return store
}

function answers(store: SessionStore): Promise<boolean> {
  return store.ping().then(...yesOrNo)
}

const yesOrNo = [() => true, () => false] as const

async function evalCalls({ servers }: RedisUnderTest): Promise<number> {
  const stats = await Promise.all(servers.map((server) => ask(server, 'info', 'commandstats')))
  return stats
    .map((text) => Number(/cmdstat_eval:calls=(\d+)/.exec(String(text))?.[1] ?? 0))
    .reduce((a, b) => a + b)
}

function sweeps(commandstats: unknown): number {
  return Number(/cmdstat_zrangebyscore:calls=(\d+)/.exec(String(commandstats))?.[1] ?? 0)
}

describe.each([
  ['redis', () => startRedis()],
  ['cluster', () => startCluster()],
] as const)('a %s in trouble', (_, start) => {
  let redis: RedisUnderTest
  beforeAll(async () => {
    redis = await start()
  })
  afterAll(() => redis.stop())

  test('that hangs is unavailable in time, comes back by itself, and is told nothing twice', async () => {
    const store = await open(redis.url)
    const record = newRecord()
    await store.insert(record, roomy)
    const callsBefore = await evalCalls(redis)

    for (const server of redis.servers) server.pause()
    const attempts = [store.find(record.key), store.touch(record.key, use), store.delete(record.key)]
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
    }
    for (const server of redis.servers) server.resume()

    await until(() => answers(store), 'the store answers')
    expect((await evalCalls(redis)) - callsBefore).toBeLessThanOrEqual(2)
  })

  test('that crashes is unavailable; once back it has what it promised, and the store says so', async () => {
    const store = await open(redis.url)
    const record = newRecord()
    await store.insert(record, roomy)
    let isBack = false
    store.onReconnect?.(() => {
      isBack = true
    })

    await Promise.all(redis.servers.map((server) => server.kill()))
    await expect(store.find(record.key)).rejects.toThrow(StoreUnavailable)
    await expect(store.insert(newRecord(), roomy)).rejects.toThrow(StoreUnavailable)
    await Promise.all(redis.servers.map((server) => server.restart()))

    await until(() => answers(store), 'the store answers')
    expect((await store.find(record.key))?.id).toBe(record.id)
    expect(isBack).toBe(true)
  })
})

describe('a redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  test('that is not there yet is met later', async () => {
    await redis.master.kill()
    const log = capturedLog()
    const store = await open(redis.url, { log })
    await until(() => log.of('store.lost').length === 1, 'the loss was logged')
    expect(log.of('store.lost')[0]).toMatchObject({ reason: expect.stringContaining('ECONNREFUSED') })
    await expect(store.ping()).rejects.toThrow(StoreUnavailable)
    await expect(store.insert(newRecord(), roomy)).rejects.toThrow(StoreUnavailable)
    await redis.master.restart()
    await until(() => answers(store), 'the store answers')
  })

  test('forgets all of a record that has expired, and by itself should we be gone', async () => {
    await ask(redis.master, 'flushall')
    const clock = { now: Date.now() - 40 * 60_000 }
    const store = await open(redis.url, { now: () => clock.now, sweepEveryMs: 20 })
    const expiresAt = clock.now + 30 * 60_000
    await Promise.all(Array.from({ length: 250 }, () => store.insert(newRecord({ expiresAt }), roomy)))
    expect(String(await ask(redis.master, 'info', 'keyspace'))).toContain('keys=501,expires=500')
    clock.now = Date.now()
    await until(async () => (await ask(redis.master, 'dbsize')) === 0, 'redis is empty')
  })

  test('R8 loses nothing to an instance whose clock is a day ahead, and the instance is told', async () => {
    await ask(redis.master, 'flushall')
    const log = capturedLog()
    const store = await open(redis.url)
    const record = newRecord()
    await store.insert(record, roomy)
    const tomorrow = () => Date.now() + 24 * 3_600_000
    await open(redis.url, { now: tomorrow, sweepEveryMs: 1, log })
    await until(
      async () => sweeps(await ask(redis.master, 'info', 'commandstats')) > 5,
      'it was swept five times',
    )
    expect((await store.find(record.key))?.id).toBe(record.id)
    expect(log.of('store.clock-differs')).toHaveLength(1)
  })

  test('R8 keeps sessions through a jump of its own clock by a day', async () => {
    const store = await open(redis.url)
    const record = newRecord()
    await store.insert(record, roomy)
    const ttl = Number(await ask(redis.master, 'pttl', `{portico:}record:${record.key}`))
    expect(ttl).toBeGreaterThan(24 * 3_600_000)
  })

  test('keeps keys apart by prefix', async () => {
    const [ours, theirs] = [await open(redis.url), await open(`${redis.url}?prefix=other:`)]
    const record = newRecord()
    await ours.insert(record, roomy)
    expect(await theirs.find(record.key)).toBeUndefined()
  })

  test('P2 whose record was overwritten with rubbish does not know it, and warns', async () => {
    const log = capturedLog()
    const store = await open(redis.url, { log })
    const record = newRecord()
    await store.insert(record, roomy)
    await ask(redis.master, 'set', `{portico:}record:${record.key}`, 'rubbish')
    expect(await store.find(record.key)).toBeUndefined()
    expect(log.of('session.tampered')).toMatchObject([{ reason: 'unreadable' }])
    expect(await store.listOwner(record.owner)).toEqual([])
  })
})

describe('a redis that lets us do little', () => {
  test('a user without the right to ask for ROLE, TIME or INFO can keep sessions, and the console stays quiet', async () => {
    const warn = spyOn(console, 'warn')
    const redis = await startRedis({ acl: '~{portico:}* +@read +@write +@scripting +@connection' })
    const store = await open(redis.url)
    await store.insert(newRecord(), roomy)
    expect(await store.count()).toBe(1)
    expect(warn).not.toHaveBeenCalled()
    await redis.stop()
  })

  test('a wrong password is unavailable, and is not in the error', async () => {
    const redis = await startRedis({ acl: '~* +@all' })
    const store = await open(redis.url.replace('geheim', 'falsch'))
    const error = await store.ping().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(String(error)).toContain('WRONGPASS')
    expect(Bun.inspect(error)).not.toContain('falsch')
    await redis.stop()
  })
})

describe('a redis with a certificate of an unknown authority', () => {
  test('gets no session', async () => {
    const redis = await startRedis({ tls: true })
    const store = await open(redis.url.replace(/[?]ca=.*/, ''))
    await expect(store.insert(newRecord(), roomy)).rejects.toThrow(/certificate/)
    await redis.stop()
  })

  test.each([
    ['redis', () => startRedis({ tls: true })],
    ['sentinel', () => startSentinel({ tls: true })],
    ['cluster', () => startCluster({ tls: true })],
  ] as const)('12.8 nor where NODE_TLS_REJECT_UNAUTHORIZED=0 is set: %s', async (_, start) => {
    const redis = await start()
    const code = `
      import { openRedisStore } from '${import.meta.dir}/redis.ts'
      const store = await openRedisStore('${redis.url.replace(/[?]ca=.*/, '')}')
      console.log(await store.count().catch(() => 'refused'))
      await store.close()`
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const { stdout } = Bun.spawnSync([process.execPath, '-e', code], { env })
    expect(stdout.toString()).toBe('refused\n')
    await redis.stop()
  })
})

test.each(['pause', 'kill'] as const)(
  'R5 a replica that is lost (%s) delays and fails no login, logout or chosen limit',
  async (fault) => {
    const redis = await startRedis({ replicas: 1 })
    const store = await open(redis.url)
    const [kept, ended] = [newRecord(), newRecord()]
    await store.insert(kept, roomy)
    await store.insert(ended, roomy)
    for (const replica of redis.servers.slice(1)) await replica[fault]()
    await store.insert(newRecord(), roomy)
    expect(await store.delete(ended.key)).toBe(true)
    expect(await store.setIdleLimit(kept.key, kept.idleMs, use)).toBe(true)
    await redis.stop()
  },
)
