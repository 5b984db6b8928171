import { expect, test } from 'bun:test'
import { memoryTallies } from './memory-tallies.ts'
import { describeTallies } from './tallies.contract.ts'

const limit = { count: 2, windowMs: 60_000 }

describeTallies('memory', () => {
  const clock = { now: 1_000_000 }
  return { tallies: memoryTallies(() => clock.now), clock }
})

test('a plain count starts anew when its window is over', async () => {
  const clock = { now: 1_000_000 }
  const tallies = memoryTallies(() => clock.now)
  await tallies.countOne('name', 60_000)
  clock.now += 60_000
  expect(await tallies.count('name')).toBe(0)
  await tallies.countOne('name', 60_000)
  expect(await tallies.count('name')).toBe(1)
})

test('what is remembered is forgotten in the end', async () => {
  const clock = { now: 1_000_000 }
  const tallies = memoryTallies(() => clock.now)
  await tallies.remember('pair', 60_000)
  clock.now += 60_000
  expect(await tallies.remembers('pair')).toBe(false)
})

test('B4 a full memory forgets whom it has not seen for longest, and turns no newcomer away', async () => {
  const tallies = memoryTallies(() => 1_000_000, 100)
  const rejectTwice = async (key: string) => {
    for (let time = 0; time < 2; time++) {
      const start = await tallies.start(key, limit)
      if (start.kind === 'started') await tallies.reject(key, start.place, limit)
    }
  }
  await rejectTwice('stubborn')
  await rejectTwice('seen once')
  for (let other = 0; other < 150; other++) {
    expect((await tallies.start(`other ${other}`, limit)).kind).toBe('started')
    expect((await tallies.start('stubborn', limit)).kind).toBe('throttled')
  }
  expect((await tallies.start('seen once', limit)).kind).toBe('started')
})
