import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseJsonInSlices } from './parse-in-slices.ts'
import { parseJson } from './parse-json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('JSON in slices of any size is what it is in one piece, member order included', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json({ maxDepth: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(4),
      async (text, size, indent) => {
        const written = JSON.stringify(JSON.parse(text), null, indent)
        const parsed = await parseJsonInSlices(bytes(written), size)
        expect(parsed.kind).toBe('json')
        if (parsed.kind === 'json')
          expect(JSON.stringify(parsed.json)).toBe(JSON.stringify(JSON.parse(written)))
      },
    ),
    { numRuns: 300 },
  )
})

test('a text with something missing, added or changed is judged as in one piece', async () => {
  const piece = fc.constantFrom('[', ']', '{', '}', ',', ':', '"a"', '"', '1', '-', ' ', 'null', '\\')
  await fc.assert(
    fc.asyncProperty(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.array(piece, { maxLength: 2 }),
      fc.nat(2),
      async (json, place, added, removed) => {
        const at = place % (json.length + 1)
        const text = json.slice(0, at) + added.join('') + json.slice(at + removed)
        const whole = parseJson(bytes(text))
        const parsed = await parseJsonInSlices(bytes(text), 3)
        expect([text, parsed.kind]).toEqual([text, whole.kind])
        if (parsed.kind === 'json' && whole.kind === 'json')
          expect(JSON.stringify(parsed.json)).toBe(JSON.stringify(whole.json))
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each([
  '[-[1,2,3]]',
  '[[1,2,3][4,5,6]]',
  '[,[1,2,3]]',
  '[[1,2,3],]',
  '{"a":[1,2,3],}',
  '{"a" [1,2,3]}',
  '{[1,2,3]}',
  '[1,2,3] [1,2,3]',
  '[1,2,3}',
  '[[1,2,3]',
  '["a]',
])('no JSON in slices either: %s', async (text) => {
  expect((await parseJsonInSlices(bytes(text), 2)).kind).toBe('not-json')
})

test('a member called __proto__ is a member like any other, and of two of one name the last counts', async () => {
  const text = '{"__proto__":[1,2,3],"a":1,"__proto__":[4,5,6],"a":[2,3,4]}'
  const parsed = await parseJsonInSlices(bytes(text), 2)
  expect(parsed.kind === 'json' && JSON.stringify(parsed.json)).toBe('{"__proto__":[4,5,6],"a":[2,3,4]}')
})

test('bytes that are no UTF-8 are told, wherever they stand', async () => {
  const body = bytes('[["aa","aa"],["bb","bb"]]')
  body[15] = 0xff
  expect((await parseJsonInSlices(body, 4)).kind).toBe('not-utf8')
})

test('12.1 B9 the runtime’s parser never gets more than a slice and a member, and others are answered in between', async () => {
  const many = Array.from({ length: 50_000 }, (_, n) => `"a${n}":[]`).join(',')
  const body = bytes(
    `{"interfaces":[{"name":"e1"},{${many}},{${many}},{${many}},[${'0,'.repeat(200_000)}0]]}`,
  )
  const lengths: number[] = []
  const original = JSON.parse
  let others = 0
  const other = setInterval(() => others++, 1)
  JSON.parse = (text: string, ...rest) => {
    lengths.push(text.length)
    return original(text, ...rest)
  }
  try {
    expect((await parseJsonInSlices(body)).kind).toBe('json')
  } finally {
    JSON.parse = original
    clearInterval(other)
  }
  expect(Math.max(...lengths)).toBeLessThan(66_000)
  expect(others).toBeGreaterThan(0)
})
