import { expect, test } from 'bun:test'
import { counterAt, numberAt, textAt } from './json-path.ts'

test.each([
  ['quay-7', 'quay-7'],
  ['', undefined],
  [5, undefined],
  [null, undefined],
  [['x'], undefined],
])('the text in %j is %p', (value, expected) => {
  expect(textAt({ value }, ['value'])).toBe(expected as string)
})

test.each([
  [5, 5],
  ['5', 5],
  ['0.31', 0.31],
  ['', undefined],
  [' ', undefined],
  ['five', undefined],
  ['Infinity', undefined],
  [true, undefined],
  [[5], undefined],
])('the number in %j is %p', (value, expected) => {
  expect(numberAt({ value }, ['value'])).toBe(expected as number)
})

test.each([
  ['18446744073709551615', 18446744073709551615n],
  [7, 7n],
  ['-1', undefined],
  ['1.5', undefined],
  [1.5, undefined],
  [1e21, undefined],
  [[5], undefined],
  ['1'.repeat(21), undefined],
  [null, undefined],
])('the counter in %j is %p: all its 64 bits, and nothing but digits', (value, expected) => {
  expect(counterAt({ value }, ['value'])).toBe(expected as bigint)
})
