import { expect, test } from 'bun:test'
import { quantile, sameDistribution } from './statistics.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a quantile is a value of the sample', () => {
  expect([quantile(upTo(101), 0.5), quantile(upTo(100), 0.99), quantile([7], 0.99)]).toEqual([50, 99, 7])
})

test('a sample is like itself, and unlike a shifted one', () => {
  expect(sameDistribution(upTo(200), upTo(200))).toBe(1)
  expect(
    sameDistribution(
      upTo(200),
      upTo(200).map((value) => value + 1_000),
    ),
  ).toBeLessThan(1e-10)
})

test('the table value: at a gap of 1.36 / sqrt(100) between samples of 200 it is about 5 %', () => {
  const shifted = upTo(200).map((value) => value + 27)
  expect(sameDistribution(upTo(200), shifted)).toBeCloseTo(0.05, 1)
})
