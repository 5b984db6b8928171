import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { nestsDeeperThan } from './json-depth.ts'

const bytes = (text: string) => Buffer.from(text)

test('the depth of JSON is that of its objects and lists, whatever its texts hold', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const depth = depthOf(value)
      expect(nestsDeeperThan(bytes(JSON.stringify(value)), depth)).toBe(false)
      if (depth > 0) expect(nestsDeeperThan(bytes(JSON.stringify(value)), depth - 1)).toBe(true)
    }),
  )
})

test('brackets, quotes and backslashes inside a text do not count', () => {
  for (const text of ['[[[[', '"[[', '\\"[[', '\\\\', '}]'])
    expect(nestsDeeperThan(bytes(JSON.stringify([text, []])), 2)).toBe(false)
})

test('B9 megabytes of opening brackets, quotes or backslashes are looked at once, and no more', () => {
  const size = 4 * 1024 * 1024
  expect(nestsDeeperThan(bytes('['.repeat(size)), 256)).toBe(true)
  expect(nestsDeeperThan(bytes('[]'.repeat(size / 2)), 256)).toBe(false)
  expect(nestsDeeperThan(bytes('"'.repeat(size)), 256)).toBe(false)
  expect(nestsDeeperThan(bytes(`"${'\\'.repeat(size)}`), 256)).toBe(false)
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
