import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Json } from '../../data/json/json.ts'
import { jsonPreview, MASK } from './json-preview.ts'

test('a preview is the indented JSON, cut where it gets long', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(200), (value, max) => {
      const json = value as Json
      const whole = JSON.stringify(json, null, 2)
      expect(jsonPreview(json, whole.length)).toBe(whole)
      const preview = jsonPreview(json, max)
      expect(preview).toBe(whole.length <= max ? whole : `${whole.slice(0, max)}\n…`)
    }),
  )
})

test('12.1 B9 a preview does not visit what it does not show', () => {
  let visited = 0
  const visit = () => {
    visited++
    return 1
  }
  const many = Array.from({ length: 100_000 }, () =>
    Object.defineProperty({}, 'a', { get: visit, enumerable: true }),
  )
  expect(jsonPreview(many as unknown as Json, 1_000).length).toBeLessThan(1_010)
  expect(visited).toBeLessThan(200)
})

test('a preview masks secrets, and says that they are there', () => {
  const json = { a: 1, b: { password: 'x', c: [{ password: 'y' }] } }
  expect(jsonPreview(json, 1_000, (name) => name === 'password')).toBe(
    JSON.stringify({ a: 1, b: { password: MASK, c: [{ password: MASK }] } }, null, 2),
  )
})
