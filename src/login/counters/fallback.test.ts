import { beforeEach, describe, expect, test } from 'bun:test'
import Redis from 'ioredis'
import { type CapturedLog, capturedLog } from '../../../test/support/captured-log.ts'
import { startRedis } from '../../../test/support/redis.ts'
import { attemptFrom, countFor, started } from './counters.contract.ts'
import type { Counters, Started } from './counters.ts'
import { withFallback } from './fallback.ts'
import { memoryCounters } from './memory.ts'
import { redisCounters } from './redis.ts'

const limit = { count: 2, windowMs: 60_000, longCount: 6, longWindowMs: 3_600_000 }

let clock: { now: number }
let log: CapturedLog
beforeEach(() => {
  clock = { now: Date.now() }
  log = capturedLog()
})

const now = () => clock.now
const fallbackFor = (shared: Counters) => withFallback({ shared, own: memoryCounters(now), now, log })
const events = () => log.lines.map(({ event }) => event)
const start = (counters: Counters, key = 'a') => counters.start(attemptFrom(countFor(key, { limit })))

async function guess(counters: Counters, key = 'a'): Promise<string> {
  const attempt = await start(counters, key)
  if (attempt.kind === 'started') await attempt.settle('rejected')
  return attempt.kind
}

describe('with a store that comes and goes', () => {
  let shared: MoodyCounters
  let counters: Counters
  beforeEach(() => {
    shared = new MoodyCounters(memoryCounters(now))
    counters = fallbackFor(shared)
  })

  test('B1 an attempt that began alone is settled alone, even when the store is back by then', async () => {
    shared.refuses = ['start']
    const first = started(await start(counters))
    await guess(counters)
    shared.refuses = []
    clock.now += 10_000
    expect(await guess(counters, 'b')).toBe('started')
    await first.settle('rejected')
    shared.refuses = ['start']
    expect(await guess(counters, 'b')).toBe('started')
    expect(await guess(counters)).toBe('throttled')
  })

  test('B1 an attempt that began in the store is settled there, even when others count alone by then', async () => {
    const first = started(await start(counters))
    shared.refuses = ['start']
    await guess(counters, 'b')
    shared.refuses = []
    await first.settle('rejected')
    clock.now += 10_000
    expect(await guess(counters)).toBe('started')
    expect(await guess(counters)).toBe('throttled')
  })

  test('it stays alone for ten seconds, then one attempt looks again', async () => {
    shared.refuses = ['start']
    await guess(counters, 'a')
    shared.refuses = []
    const before = shared.asked
    clock.now += 9_999
    await guess(counters, 'b')
    expect(shared.asked).toBe(before)
    clock.now += 1
    await Promise.all([start(counters, 'c'), start(counters, 'd')])
    expect(shared.asked).toBe(before + 1)
    expect(events()).toEqual(['throttle.alone', 'throttle.shared'])
  })

  test('an attempt that looks in vain says nothing', async () => {
    shared.refuses = ['start']
    for (let time = 0; time < 10; time++) {
      await guess(counters, `address ${time}`)
      clock.now += 10_000
    }
    expect([events(), shared.asked]).toEqual([['throttle.alone'], 10])
  })

  test.each(['start', 'settle'] as const)(
    'B1 guesses are throttled, and the log stays short, with a store that fails at "%s" only',
    async (question) => {
      shared.refuses = [question]
      const kinds: string[] = []
      for (let time = 0; time < 8; time++) kinds.push(await guess(counters))
      expect(kinds.filter((kind) => kind === 'started').length).toBeLessThanOrEqual(2 * limit.count)
      expect(kinds.at(-1)).toBe('throttled')
      expect(events().length).toBeLessThanOrEqual(1)
    },
  )
})

describe('with a Redis', () => {
  test('that is gone, an instance counts by itself until it is back, and logs each once', async () => {
    const redis = await startRedis()
    const client = new Redis(redis.url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: () => 20,
    })
    client.on('error', () => {})
    await new Promise((ready) => client.once('ready', ready))
    const counters = fallbackFor(redisCounters({ use: (work) => work(client) }, '{gone}', now))
    const before = started(await start(counters))
    await redis.master.kill()
    await before.settle('rejected')
    const kinds = [await guess(counters), await guess(counters), await guess(counters)]
    expect(kinds).toEqual(['started', 'started', 'throttled'])
    expect(events()).toEqual(['throttle.alone'])

    const back = new Promise((ready) => client.once('ready', ready))
    await redis.master.restart()
    await back
    clock.now += 10_000
    expect(await guess(counters, 'b')).toBe('started')
    expect(events()).toEqual(['throttle.alone', 'throttle.shared'])
    client.disconnect()
    await redis.stop()
  })

  test('B1 that becomes full in between, an instance does not go to and fro between counters', async () => {
    const redis = await startRedis()
    const client = new Redis(redis.url, { maxRetriesPerRequest: 0 })
    const counters = fallbackFor(redisCounters({ use: (work) => work(client) }, '{full}', now))
    for (let time = 0; time < 2; time++) await guess(counters, 'waits')
    const before = started(await start(counters))
    await client.config('SET', 'maxmemory', '1')
    await before.settle('rejected')
    const kinds: string[] = []
    for (let round = 0; round < 5; round++) {
      for (const key of ['waits', 'a', `new ${round}`]) kinds.push(`${key} ${await guess(counters, key)}`)
      clock.now += 10_000
    }
    expect(kinds.filter((kind) => kind === 'a started')).toHaveLength(2)
    expect(kinds.filter((kind) => kind.startsWith('new') && !kind.endsWith('started'))).toEqual([])
    expect(events()).toEqual(['throttle.alone'])

    await client.config('SET', 'maxmemory', '0')
    expect(await guess(counters, 'waits')).toBe('throttled')
    expect(events()).toEqual(['throttle.alone', 'throttle.shared'])
    client.disconnect()
    await redis.stop()
  })
})

/** Counters that fail at what they are told to refuse. */
class MoodyCounters implements Counters {
  refuses: readonly ('start' | 'settle')[] = []
  asked = 0
  readonly #inner: Counters

  constructor(inner: Counters) {
    this.#inner = inner
  }

  async start(...args: Parameters<Counters['start']>) {
    this.#answer('start')
    const start = await this.#inner.start(...args)
    if (start.kind !== 'started') return start
    const settle: Started['settle'] = async (outcome) => {
      this.#answer('settle')
      await start.settle(outcome)
    }
    return { ...start, settle }
  }

  #answer(question: 'start' | 'settle'): void {
    this.asked++
    if (this.refuses.includes(question)) throw new Error('refused')
  }
}
