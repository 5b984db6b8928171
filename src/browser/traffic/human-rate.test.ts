import { expect, test } from 'bun:test'
import { humanRate } from './human-rate.ts'

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
