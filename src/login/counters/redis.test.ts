import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import Redis from 'ioredis'
import { type RedisUnderTest, startRedis } from '../../../test/support/redis.ts'
import { attemptFrom, countFor, describeCounters, started } from './counters.contract.ts'
import type { Counters, Started } from './counters.ts'
import { memoryCounters } from './memory.ts'
import { redisCounters } from './redis.ts'

const START = Date.now()

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
function instance(name: string, clock: { now: number }): Counters {
  return redisCounters({ use: (work) => work(client) }, `{test}${name}:`, () => clock.now)
}

describeCounters('redis', () => {
  const clock = { now: START }
  return { counters: instance(`${tests++}`, clock), clock }
})

const limit = { count: 2, windowMs: 10_000, longCount: 5, longWindowMs: 60_000 }
const wide = countFor('wide', { limit: { ...limit, count: 4, longCount: 8 } })
const attempts = [
  attemptFrom(countFor('a', { limit }), wide),
  attemptFrom(countFor('b', { limit }), wide),
  attemptFrom(countFor('browser', { limit, whenFull: 'stop' })),
]

test('Redis and memory count alike, whatever happens', async () => {
  const step = fc.record({
    what: fc.constantFrom('start', 'start', 'reject', 'reject', 'accept', 'wait'),
    attempt: fc.nat(attempts.length - 1),
    ms: fc.constantFrom(1, 5_000, 10_000, 20_000, 60_000, 3_600_000),
    which: fc.nat(2),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const clock = { now: START }
      const there = retrace(instance(`alike ${tests++}`, clock))
      const here = retrace(memoryCounters(() => clock.now))
      for (const each of steps) {
        if (each.what === 'wait') clock.now += each.ms
        else expect(await there(each)).toEqual(await here(each))
      }
    }),
    { numRuns: 100 },
  )
})

/** Takes steps with one kind of counters, and answers what each led to. */
function retrace(counters: Counters) {
  const open: Started[] = []
  return async (step: { what: string; attempt: number; which: number }): Promise<unknown> => {
    if (step.what !== 'start') {
      const [attempt] = open.splice(step.which, 1)
      return attempt?.settle(step.what === 'reject' ? 'rejected' : 'accepted')
    }
    const start = await counters.start(attempts[step.attempt] ?? attemptFrom('none'))
    if (start.kind === 'started') open.push(start)
    return { ...start, settle: undefined }
  }
}

test('nothing stays in Redis for ever', async () => {
  const counters = instance('passing', { now: START })
  for (let time = 0; time < 2; time++)
    await started(await counters.start(attemptFrom('a', 'network'))).settle('rejected')
  await started(await counters.start(attemptFrom('a'))).settle('accepted')
  await started(await counters.start(attemptFrom('a', 'network'))).settle('rejected')
  expect((await counters.start(attemptFrom('new', 'network'))).kind).toBe('throttled')
  const keys = await client.keys('{test}passing:*')
  const lives = await Promise.all(keys.map((key) => client.pttl(key)))
  expect(keys.map((key) => key.split(':')[2]).sort()).toEqual(['a', 'network', 'some name', 'some pair'])
  for (const ms of lives) expect(ms).toBeGreaterThan(0)
})
