import { beforeEach, describe, expect, test } from 'bun:test'
import type { Attempt, Count, Counters, Limit, Outcome, Start, Started } from './counters.ts'

interface UnderTest {
  readonly counters: Counters
  readonly clock: { now: number }
}

const HOUR_MS = 3_600_000
const limit: Limit = { count: 3, windowMs: 60_000, longCount: 30, longWindowMs: HOUR_MS }

export const countFor = (key: string, more: Partial<Count> = {}): Count => ({
  key,
  limit,
  whenFull: 'wait',
  ...more,
})

export const attemptFrom = (...sources: readonly (string | Count)[]): Attempt => ({
  sources: sources.map((source) => (typeof source === 'string' ? countFor(source) : source)),
  name: countFor('some name', { whenFull: 'go-on' }),
  pair: 'some pair',
})

export function started(start: Start): Started {
  if (start.kind !== 'started') throw new Error(`not started: ${start.kind}`)
  return start
}

/** What every implementation promises. */
export function describeCounters(name: string, make: () => UnderTest | Promise<UnderTest>): void {
  describe(`${name}: counting attempts`, () => {
    let counters: Counters
    let clock: { now: number }
    beforeEach(async () => {
      const made = await make()
      counters = made.counters
      clock = made.clock
    })

    const start = (attempt = attemptFrom('a')) => counters.start(attempt)
    const kindOfNext = async (attempt?: Attempt) => (await start(attempt)).kind
    const waitOfNext = async () => {
      const next = await start()
      return next.kind === 'throttled' ? next.waitMs : 0
    }
    async function settle(times: number, outcome: Outcome, attempt = attemptFrom('a')): Promise<void> {
      for (let time = 0; time < times; time++) await started(await start(attempt)).settle(outcome)
    }

    test('as many attempts as the limit may be under way, the next one finds no slot', async () => {
      const kinds = [await kindOfNext(), await kindOfNext(), await kindOfNext(), await kindOfNext()]
      expect(kinds).toEqual(['started', 'started', 'started', 'crowded'])
    })

    test('an attempt that the device did not reject frees its slot', async () => {
      const [, second, third] = [await start(), await start(), await start()].map(started)
      await second?.settle('undecided')
      await third?.settle('accepted')
      expect([await kindOfNext(), await kindOfNext(), await kindOfNext()]).toEqual([
        'started',
        'started',
        'crowded',
      ])
    })

    test('a rejected attempt keeps its slot for the rest of the window, and no longer', async () => {
      await settle(2, 'rejected')
      expect([await kindOfNext(), await kindOfNext()]).toEqual(['started', 'crowded'])
      clock.now += limit.windowMs
      expect(await kindOfNext()).toBe('started')
    })

    test('when all were rejected there is a wait, and after it all slots are free', async () => {
      await settle(3, 'rejected')
      expect(await waitOfNext()).toBe(60_000)
      clock.now += 59_999
      expect(await waitOfNext()).toBe(1)
      clock.now += 1
      await settle(2, 'rejected')
      expect(await kindOfNext()).toBe('started')
    })

    test('each wait is twice the one before, up to ten minutes', async () => {
      const waits: number[] = []
      for (let round = 0; round < 6; round++) {
        await settle(3, 'rejected')
        waits.push(await waitOfNext())
        clock.now += waits.at(-1) ?? 0
      }
      expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000])
    })

    test('earlier waits are forgotten after an hour without attempts', async () => {
      await settle(3, 'rejected')
      clock.now += 60_000 + HOUR_MS
      await settle(3, 'rejected')
      expect(await waitOfNext()).toBe(60_000)
    })

    test('earlier waits are not forgotten while attempts go on', async () => {
      await settle(3, 'rejected')
      clock.now += 60_000 + HOUR_MS - 1
      await settle(2, 'rejected')
      clock.now += HOUR_MS - 1
      await settle(3, 'rejected')
      expect(await waitOfNext()).toBe(120_000)
    })

    test('an attempt that ends after its window frees no slot of the next window', async () => {
      const late = started(await start())
      clock.now += limit.windowMs
      await settle(2, 'rejected')
      await late.settle('accepted')
      expect([await kindOfNext(), await kindOfNext()]).toEqual(['started', 'crowded'])
    })

    test('a slow device does not help: rejections that come after the window still lead to a wait', async () => {
      const attempts = [await start(), await start(), await start()].map(started)
      clock.now += limit.windowMs + 10_000
      for (const attempt of attempts) await attempt.settle('rejected')
      expect(await waitOfNext()).toBe(60_000)
    })

    test('a rejection of an attempt from before the last wait leads to no other wait', async () => {
      const late = [await start(), await start()].map(started)
      clock.now += limit.windowMs
      await settle(3, 'rejected')
      for (const attempt of late) await attempt.settle('rejected')
      clock.now += 60_000
      await settle(2, 'rejected')
      expect(await kindOfNext()).toBe('started')
    })

    test('12.3 slow rejections fill the longer window; from then on each one leads to a wait', async () => {
      const slow = { ...limit, longCount: 5 }
      const attempt = attemptFrom(countFor('slow', { limit: slow }))
      for (let time = 0; time < 5; time++) {
        await settle(1, 'rejected', attempt)
        clock.now += limit.windowMs
      }
      expect(await kindOfNext(attempt)).toBe('started')
      expect(await kindOfNext(attempt)).toBe('crowded')
      clock.now += limit.windowMs
      await settle(1, 'rejected', attempt)
      expect(await start(attempt)).toEqual({ kind: 'throttled', waitMs: 120_000 })
      clock.now += HOUR_MS
      await settle(2, 'rejected', attempt)
      expect(await kindOfNext(attempt)).toBe('started')
    })

    test('12.2 an attempt takes a slot in each of its counts, or in none', async () => {
      const wide = countFor('network', { limit: { ...limit, count: 4 } })
      await settle(3, 'rejected', attemptFrom('one', wide))
      expect(await kindOfNext(attemptFrom('one', wide))).toBe('throttled')
      await settle(1, 'rejected', attemptFrom('other', wide))
      expect(await start(attemptFrom('third', wide))).toEqual({ kind: 'throttled', waitMs: 60_000 })
      expect([await kindOfNext(attemptFrom('third')), await kindOfNext(attemptFrom('third'))]).toEqual([
        'started',
        'started',
      ])
    })

    test('12.2 a count that stops is full for good, and delays no login', async () => {
      const attempt = attemptFrom(countFor('browser', { whenFull: 'stop' }))
      await settle(3, 'rejected', attempt)
      expect(await kindOfNext(attempt)).toBe('crowded')
    })

    test('12.3 a name is counted one attempt after another, those under way too, and turns nothing away', async () => {
      const excesses: number[] = []
      const attempts: Started[] = []
      for (let from = 0; from < 6; from++) {
        const next = started(await start(attemptFrom(`address ${from}`)))
        attempts.push(next)
        excesses.push(next.nameExcess)
      }
      expect(excesses).toEqual([-3, -2, -1, 0, 1, 2])
      for (const attempt of attempts) await attempt.settle('undecided')
      expect(started(await start()).nameExcess).toBe(-3)
    })

    test('the failures of a source are those of the longer window and those under way', async () => {
      await settle(2, 'rejected')
      clock.now += limit.windowMs
      await start()
      expect(started(await start()).failures).toBe(3)
      expect(started(await start(attemptFrom('b'))).failures).toBe(0)
    })

    test('keys do not know each other', async () => {
      await settle(3, 'rejected')
      expect(await kindOfNext(attemptFrom('b'))).toBe('started')
    })

    test('a pair is welcome for a week after a login', async () => {
      expect(started(await start()).isWelcome).toBe(false)
      await settle(1, 'accepted')
      expect(started(await start()).isWelcome).toBe(true)
      expect(started(await start({ ...attemptFrom('a'), pair: 'other' })).isWelcome).toBe(false)
    })
  })
}
