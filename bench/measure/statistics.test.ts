import { expect, test } from 'bun:test'
import { quantile, ratios, spreadOf } from './statistics.ts'

test('a quantile is one of the values', () => {
  const values = [5, 1, 4, 2, 3]
  expect(quantile(values, 0.5)).toBe(3)
  expect(quantile(values, 0.99)).toBe(5)
  expect(quantile([], 0.5)).toBeNaN()
})

test('a spread tells the middle and the ends', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 })
})

test('a ratio compares what was measured in the same round', () => {
  expect(ratios([10, 1, 30], [5, 1, 10])).toEqual({ median: 2, least: 1, most: 3 })
})
