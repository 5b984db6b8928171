import { beforeEach, describe, expect, test } from 'bun:test'
import Redis from 'ioredis'
import { type CapturedLog, capturedLog } from '../../../test/support/captured-log.ts'
import { startRedis } from '../../../test/support/redis.ts'
import { insuredTallies } from './insured-tallies.ts'
import { memoryTallies } from './memory-tallies.ts'
import { redisTallies } from './redis-tallies.ts'
import type { Start, Tallies } from './tallies.ts'

const limit = { count: 2, windowMs: 60_000 }

let clock: { now: number }
let log: CapturedLog
beforeEach(() => {
  clock = { now: Date.now() }
  log = capturedLog()
})

const now = () => clock.now
const insured = (there: Tallies) => insuredTallies({ there, here: memoryTallies(now), now, log })
const said = () => log.lines.map(({ event }) => event)

async function guess(tallies: Tallies, key = 'a'): Promise<string> {
  const start = await tallies.start(key, limit)
  await reject(tallies, start, key)
  return start.kind
}

async function reject(tallies: Tallies, start: Start, key = 'a'): Promise<void> {
  if (start.kind === 'started') await tallies.reject(key, start.place, limit)
}

describe('with a store that comes and goes', () => {
  let there: Moody
  let tallies: Tallies
  beforeEach(() => {
    there = moody(memoryTallies(now))
    tallies = insured(there)
  })

  test('B1 an attempt that began alone is settled alone, when the store is back by then too', async () => {
    there.refuses = () => true
    const first = await tallies.start('a', limit)
    await guess(tallies)
    there.refuses = () => false
    clock.now += 10_000
    expect(await guess(tallies, 'b')).toBe('started')
    await reject(tallies, first)
    there.refuses = () => true
    expect(await guess(tallies, 'b')).toBe('started')
    expect(await guess(tallies)).toBe('throttled')
  })

  test('B1 an attempt that began in the store is settled there, when others are counted alone by then', async () => {
    const first = await tallies.start('a', limit)
    there.refuses = () => true
    await guess(tallies, 'b')
    there.refuses = () => false
    await reject(tallies, first)
    clock.now += 10_000
    expect(await guess(tallies)).toBe('started')
    expect(await guess(tallies)).toBe('throttled')
  })

  test('a place that began alone is given back alone', async () => {
    there.refuses = () => true
    for (let time = 0; time < 5; time++) {
      const start = await tallies.start('a', limit)
      expect(start.kind).toBe('started')
      if (start.kind === 'started') await tallies.giveBack('a', start.place)
    }
  })

  test('it stays alone for ten seconds, then one attempt looks again', async () => {
    there.refuses = () => true
    await guess(tallies, 'a')
    there.refuses = () => false
    const before = there.asked
    clock.now += 9_999
    await guess(tallies, 'b')
    await tallies.countOne('name', 60_000)
    expect([there.asked - before, await tallies.count('name')]).toEqual([0, 1])
    clock.now += 1
    const looking = [tallies.start('c', limit), tallies.start('d', limit)]
    expect(there.asked - before).toBe(1)
    await Promise.all(looking)
    expect(said()).toEqual(['throttle.alone', 'throttle.shared'])
  })

  test('whoever looks in vain stays alone, and says nothing', async () => {
    there.refuses = () => true
    for (let time = 0; time < 10; time++) {
      await guess(tallies, `address ${time}`)
      clock.now += 10_000
    }
    expect([said(), there.asked]).toEqual([['throttle.alone'], 10])
  })

  test.each(['start', 'reject', 'giveBack', 'count', 'countOne', 'remember', 'remembers'])(
    'B1 a store that fails at "%s" alone lets nobody guess for long, and fills no log',
    async (question) => {
      there.refuses = (asked) => asked === question
      const kinds: string[] = []
      for (let time = 0; time < 8; time++) {
        kinds.push(await guess(tallies))
        await tallies.countOne('name', 60_000)
        await tallies.count('name')
      }
      expect(kinds.filter((kind) => kind === 'started').length).toBeLessThanOrEqual(2 * limit.count)
      expect(kinds.at(-1)).toBe('throttled')
      expect(said().length).toBeLessThanOrEqual(1)
    },
  )
})

describe('with a Redis', () => {
  test('that is gone, an instance counts by itself until it is back, and says each once', async () => {
    const redis = await startRedis()
    const client = new Redis(redis.url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: () => 20,
    })
    client.on('error', () => {})
    await new Promise((ready) => client.once('ready', ready))
    const tallies = insured(redisTallies({ use: (work) => work(client) }, '{gone}', now))
    const before = await tallies.start('a', limit)
    await redis.master.kill()
    await reject(tallies, before)
    expect([await guess(tallies), await guess(tallies), await guess(tallies)]).toEqual([
      'started',
      'started',
      'throttled',
    ])
    expect(said()).toEqual(['throttle.alone'])

    const back = new Promise((ready) => client.once('ready', ready))
    await redis.master.restart()
    await back
    clock.now += 10_000
    expect(await guess(tallies, 'b')).toBe('started')
    expect(said()).toEqual(['throttle.alone', 'throttle.shared'])
    client.disconnect()
    await redis.stop()
  })

  test('B1 that becomes full in the middle, its answers do not make an instance go to and fro', async () => {
    const redis = await startRedis()
    const client = new Redis(redis.url, { maxRetriesPerRequest: 0 })
    const tallies = insured(redisTallies({ use: (work) => work(client) }, '{full}', now))
    for (let time = 0; time < 2; time++) await guess(tallies, 'waits')
    const before = await tallies.start('a', limit)
    await client.config('SET', 'maxmemory', '1')
    await reject(tallies, before)
    const kinds: string[] = []
    for (let round = 0; round < 5; round++) {
      for (const key of ['waits', 'a', `new ${round}`]) kinds.push(`${key} ${await guess(tallies, key)}`)
      clock.now += 10_000
    }
    expect(kinds.filter((kind) => kind === 'a started')).toHaveLength(2)
    expect(kinds.filter((kind) => kind.startsWith('new') && !kind.endsWith('started'))).toEqual([])
    expect(said()).toEqual(['throttle.alone'])

    await client.config('SET', 'maxmemory', '0')
    expect(await guess(tallies, 'waits')).toBe('throttled')
    expect(said()).toEqual(['throttle.alone', 'throttle.shared'])
    client.disconnect()
    await redis.stop()
  })
})

interface Moody extends Tallies {
  refuses: (question: string) => boolean
  asked: number
}

/** A store that does not answer what it is told to refuse. */
function moody(tallies: Tallies): Moody {
  const mood = { refuses: (_: string) => false, asked: 0 }
  return new Proxy(Object.assign(mood, tallies), {
    get(target, name, receiver) {
      const found = Reflect.get(target, name, receiver)
      if (typeof found !== 'function' || name === 'refuses') return found
      return async (...args: unknown[]) => {
        target.asked++
        if (target.refuses(String(name))) throw new Error('refused')
        return found(...args)
      }
    },
  })
}
