import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { sameJson } from './json.ts'
import { type JsonLimits, parseJson } from './parse-json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const kindOf = (text: string, limits?: JsonLimits) => parseJson(bytes(text), limits).kind

test('JSON is read as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = parseJson(bytes(JSON.stringify(value)))
      expect(parsed.kind === 'json' && sameJson(parsed.json, JSON.parse(JSON.stringify(value)))).toBe(true)
    }),
  )
})

test('four mebibytes of open brackets are refused before they are parsed', () => {
  expect(kindOf('['.repeat(4 * 1024 * 1024))).toBe('too-deep')
  expect(kindOf('{"a":'.repeat(800_000))).toBe('too-deep')
})

test('depth is that of objects and arrays, not of brackets in texts', () => {
  const limits = { maxDepth: 3, maxValues: 100, maxMembers: 100 }
  expect(kindOf('[[[1]]]', limits)).toBe('json')
  expect(kindOf('[[[{}]]]', limits)).toBe('too-deep')
  expect(kindOf('[[["[[[\\\\\\"[[[{{{"]]]', limits)).toBe('json')
  expect(kindOf('[[],[],[],[]]', limits)).toBe('json')
})

test('the number of values is bounded', () => {
  const limits = { maxDepth: 10, maxValues: 5, maxMembers: 100 }
  expect(kindOf('[1,2,3,4]', limits)).toBe('json')
  expect(kindOf('[1,2,3,4,5]', limits)).toBe('too-many-values')
  expect(kindOf('[",,,,,,,"]', limits)).toBe('json')
  expect(kindOf('[[],[],[]]', limits)).toBe('too-many-values')
})

test.each(['', '{', '"', '"\\', '(null)', '{"enabled": (null)}', 'NaN', '[1,]', '\ufeff{}', '\u00a0'])(
  'no JSON: %j',
  (text) => expect(kindOf(text)).toBe(text === '\ufeff{}' ? 'json' : 'not-json'),
)

test('bytes that are no UTF-8 are refused', () => {
  expect(parseJson(new Uint8Array([0x22, 0xff, 0x22])).kind).toBe('not-utf8')
  expect(parseJson(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])).kind).toBe('not-utf8')
})

test('JSON is compared whatever the order of members, and however deep it is', () => {
  const deep = (end: unknown) => JSON.parse(`${'['.repeat(5_000)}${end}${']'.repeat(5_000)}`)
  expect(sameJson(deep(1), deep(1))).toBe(true)
  expect(sameJson(deep(1), deep(2))).toBe(false)
  expect(sameJson({ a: 1, b: [null] }, { b: [null], a: 1 })).toBe(true)
  expect(sameJson({ a: 1 }, { b: 1 })).toBe(false)
  expect(sameJson([], {})).toBe(false)
  expect(sameJson(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}'))).toBe(false)
  expect(sameJson(JSON.parse('{"__proto__":1}'), { toString: 1 })).toBe(false)
})

test('12.1 B9 the number of members is bounded for each object', () => {
  const limits = { maxDepth: 10, maxValues: 100, maxMembers: 2 }
  expect(kindOf('{"a":1,"b":{"c":1,"d":"::::"}}', limits)).toBe('json')
  expect(kindOf('[{"a":1,"b":2},{"a":1,"b":2}]', limits)).toBe('json')
  expect(kindOf('{"a":{"b":1},"c":2,"d":3}', limits)).toBe('too-many-values')
})

test('12.1 B9 a number longer than any of YANG is refused before it is parsed', () => {
  expect(kindOf('1'.repeat(9_000))).toBe('json')
  expect(kindOf('1'.repeat(11_000))).toBe('not-json')
  expect(kindOf(`{"a":[${'1'.repeat(11_000)},"b"]}`)).toBe('not-json')
  expect(kindOf(`{"a":"${'1'.repeat(11_000)}"}`)).toBe('json')
})
