import { expect, test } from 'bun:test'
import { humanRate, RateHistory } from './traffic.ts'

test.each([
  [0, '0 bit/s'],
  [999.4, '999 bit/s'],
  [1_000, '1 kbit/s'],
  [999_499, '999 kbit/s'],
  [999_500, '1 Mbit/s'],
  [2_345_678, '2.35 Mbit/s'],
  [40_000_000_000_000_000, '40,000 Tbit/s'],
])('%d is %s', (rate, text) => {
  expect(humanRate(rate, 'en')).toBe(text)
})

test('each language has its own comma', () => {
  expect(humanRate(2_345_678, 'de')).toBe('2,35 Mbit/s')
})

test('the first reading of a counter gives no rate, the second does', () => {
  const history = new RateHistory(3)
  expect(history.add('in e1', 1_000n, 0)).toEqual([])
  expect(history.add('in e1', 2_000n, 1_000)).toEqual([8_000])
  expect(history.add('in e2', 9n, 1_000)).toEqual([])
})

test('64-bit counters keep every digit', () => {
  const history = new RateHistory(3)
  history.add('in e1', 18_446_744_073_709_551_000n, 0)
  expect(history.add('in e1', 18_446_744_073_709_551_001n, 1_000)).toEqual([8])
})

test('only the latest rates are kept', () => {
  const history = new RateHistory(3)
  for (const second of [0, 1, 2, 3, 4]) history.add('in e1', BigInt(second ** 2 * 125), second * 1_000)
  expect(history.add('in e1', 25n * 125n, 5_000)).toEqual([5_000, 7_000, 9_000])
})

test('a counter that was reset starts afresh', () => {
  const history = new RateHistory(3)
  history.add('in e1', 5_000n, 0)
  history.add('in e1', 6_000n, 1_000)
  expect(history.add('in e1', 10n, 2_000)).toEqual([])
  expect(history.add('in e1', 135n, 3_000)).toEqual([1_000])
})
