import { describe, expect, test } from 'bun:test'
import { attemptFrom, countFor, describeCounters, started } from './counters.contract.ts'
import { memoryCounters, RecentMap } from './memory.ts'

describeCounters('memory', () => {
  const clock = { now: 1_000_000 }
  return { counters: memoryCounters(() => clock.now), clock }
})

test('a welcome ends after a week', async () => {
  const clock = { now: 1_000_000 }
  const counters = memoryCounters(() => clock.now)
  await started(await counters.start(attemptFrom('a'))).settle('accepted')
  clock.now += 7 * 24 * 3_600_000
  expect(started(await counters.start(attemptFrom('a'))).isWelcome).toBe(false)
})

describe('B4 a full memory', () => {
  async function rejectThree(
    counters: ReturnType<typeof memoryCounters>,
    source: string,
    whenFull: 'wait' | 'stop',
  ) {
    const attempt = attemptFrom(countFor(source, { whenFull }))
    for (let time = 0; time < 3; time++) await started(await counters.start(attempt)).settle('rejected')
    return attempt
  }

  test('forgets the keys that were unused for longest, and turns no new address away', async () => {
    const counters = memoryCounters(() => 1_000_000, 100)
    const stubborn = await rejectThree(counters, 'stubborn', 'wait')
    const seenOnce = await rejectThree(counters, 'seen once', 'wait')
    for (let other = 0; other < 150; other++) {
      expect((await counters.start(attemptFrom(`other ${other}`))).kind).toBe('started')
      expect((await counters.start(stubborn)).kind).toBe('throttled')
    }
    expect((await counters.start(seenOnce)).kind).toBe('started')
  })

  test('12.2 does not forget which browsers have used up their failures', async () => {
    const counters = memoryCounters(() => 1_000_000, 100)
    const browser = await rejectThree(counters, 'browser', 'stop')
    for (let other = 0; other < 500; other++) await counters.start(attemptFrom(`other ${other}`))
    expect((await counters.start(browser)).kind).toBe('crowded')
  })
})

describe('B4 a map of recent keys', () => {
  test('has room for its maximum, however many keys come', () => {
    const map = new RecentMap<number>(1_000)
    for (let key = 0; key < 100_000; key++) map.set(`key ${key}`, key)
    expect(map.size).toBeLessThanOrEqual(1_000)
  })

  test('always knows the half that was used last', () => {
    const map = new RecentMap<number>(1_000)
    for (let key = 0; key < 10_000; key++) {
      map.set(`key ${key}`, key)
      const earlier = Math.max(0, key - 249)
      expect(map.get(`key ${earlier}`)).toBe(earlier)
    }
  })

  test('never forgets a key that is asked for now and then', () => {
    const map = new RecentMap<number>(10)
    map.set('regular', 1)
    for (let key = 0; key < 100; key++) {
      map.set(`key ${key}`, key)
      if (key % 5 === 0) expect(map.get('regular')).toBe(1)
    }
  })
})
