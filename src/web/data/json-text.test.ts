import { expect, test } from 'bun:test'
import type { Json } from '../../data/json/json.ts'
import { finish } from '../../yang/work.ts'
import { jsonText } from './send-json.ts'

test('JSON is indented', () => {
  const json = { a: [1, { b: 'c' }], d: [] }
  expect(finish(jsonText(json))).toBe(JSON.stringify(json, null, 2))
})

test('12.1 B9 JSON whose indentation would take a hundred times its length stands on one line', () => {
  let deep: Json = Array(100_000).fill(1)
  for (let level = 0; level < 90; level++) deep = [deep]
  expect(finish(jsonText(deep))).toBe(JSON.stringify(deep))
})
