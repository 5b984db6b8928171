import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { interfacesModel } from '../../test/support/interfaces-model.ts'
import { decimal64, integer, string } from '../../test/support/schema.ts'
import { dataOf } from '../../test/support/trees.ts'
import { typedJson } from '../../test/support/values.ts'
import type { Type } from '../yang/model.ts'
import { compareObjects } from './differences/difference.ts'
import { listDifferences } from './differences/list-differences.ts'
import { parseJson } from './json/parse-json.ts'
import { findPlace } from './paths/find-place.ts'
import { pathOf } from './paths/place.ts'
import type { DataNode } from './tree/data-node.ts'
import { DataObject } from './tree/data-node.ts'
import { naturalKey } from './tree/natural-order.ts'
import { readAnswer } from './tree/read-answer.ts'
import { writeJson } from './tree/write-json.ts'
import { valueFromJson, valueFromText } from './values/read-value.ts'

const pieces = [
  ...[
    'a',
    '0',
    '9',
    '-',
    '.',
    ':',
    '/',
    '%',
    '=',
    ',',
    "'",
    '"',
    '[',
    ']',
    '{',
    '}',
    '\\',
    ' ',
    '\t',
    '\n',
    '<b>',
  ],
  ...['\0', '\x1b', '\x7f', '\u0301', '\u202e', '\ufeff', '\ufffe', '\ud800', '\udc00', 'é', '日', '😀', 'ﷺ'],
  ...['00:', '::', '10.', 'AQ==\n', '/a:b', "[a='x']", '/a:b[', 'm:x ', '__proto__', 'read '],
]

/** Each of 64 KB. What takes quadratic time over one of them runs into the test's own time limit. */
const words = pieces.map((piece) => piece.repeat(Math.ceil(65_536 / piece.length)))

describe('a word of 64 KB', () => {
  const types: readonly Type[] = [
    ...new Map(fc.sample(typedJson, { numRuns: 300, seed: 1 }).map(({ type }) => [type.base, type])).values(),
    string({ patterns: ['(([0-9]|[1-9][0-9])\\.){3}([0-9]|[1-9][0-9])', '.*.*.*x', '([a-z-[x]]|\\i)*'] }),
    decimal64(18),
    integer('uint64'),
  ]

  test.each(types.map((type) => [type.base, type] as const))('is read as %s', (_, type) => {
    for (const word of words) {
      for (const checked of [
        valueFromText(word, { type, module: 'm' }),
        valueFromJson(word, { type, module: 'm' }),
      ]) {
        expect(checked.kind).toBeString()
      }
    }
  })

  test('is a path, a key and a name', () => {
    for (const word of words) {
      expect(findPlace(interfacesModel, word).kind).toBe('bad-path')
      for (const text of [`/sys:system/server=${word.slice(0, 4_000)}`, `/${word.slice(0, 8_000)}`]) {
        const found = findPlace(interfacesModel, text)
        expect(found.kind === 'bad-path' ? found.code : pathOf(found.place)).toBeString()
      }
      expect(naturalKey(word).length).toBeLessThan(1_000)
    }
  })

  test('stands anywhere in an answer', () => {
    for (const word of words) {
      const json = {
        'sys:system': {
          hostname: word,
          search: [word],
          server: [{ name: word }],
          [word]: word,
          filter: { [word]: word },
        },
        [word]: { [word]: [word] },
      }
      expect(walk(new DataObject(interfacesModel, json))).toBeGreaterThan(4)
    }
  })
})

test('a hundred levels, fifty thousand members and a hundred thousand entries are read', () => {
  const deep = `{"sys:system":{"filter":${'{"a":['.repeat(90)}1${']}'.repeat(90)}}}`
  const wide = JSON.stringify(
    Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, index])),
  )
  const many = `{"if:interfaces":{"interface":[${'{},'.repeat(100_000)}null]}}`
  for (const text of [deep, wide, many]) {
    const parsed = parseJson(new TextEncoder().encode(text))
    if (parsed.kind !== 'json') throw new Error(parsed.kind)
    const answer = readAnswer(interfacesModel, undefined, parsed.json)
    expect(answer.kind === 'data' && walk(answer.data)).toBeGreaterThan(0)
  }
})

test('what a place holds never changes the prototype of anything', () => {
  const json = JSON.parse(
    '{"__proto__":{"polluted":1},"sys:system":{"__proto__":{"polluted":1},"filter":{"__proto__":1}}}',
  )
  const tree = new DataObject(interfacesModel, json)
  const written = writeJson(tree)
  expect(JSON.stringify(written)).toBe(
    '{"sys:system":{"filter":{"__proto__":1},"__proto__":{"polluted":1}},"__proto__":{"polluted":1}}',
  )
  expect('polluted' in {}).toBe(false)
  expect(Object.getPrototypeOf(written)).toBe(Object.prototype)
})

test('the paths of all that differs are found again, whatever the keys are', () => {
  fc.assert(
    fc.property(dataOf(interfacesModel), dataOf(interfacesModel), (one, other) => {
      const trees = [one, other].map((json) => new DataObject(interfacesModel, json)) as [
        DataObject,
        DataObject,
      ]
      for (const { place } of listDifferences(compareObjects(...trees))) {
        const path = pathOf(place)
        const found = findPlace(interfacesModel, path)
        expect(found.kind === 'place' && pathOf(found.place)).toBe(path)
      }
    }),
  )
})

/** Looks at everything, as a page that shows everything would. */
function walk(data: DataNode): number {
  switch (data.kind) {
    case 'object':
      return [...data.children.values()].reduce(
        (sum, child) => sum + walk(child),
        1 + data.unknown.size + (data.keys?.length ?? 0),
      )
    case 'list':
      return data.order.reduce((sum, index) => sum + walk(data.entry(index)), data.byKey.size)
    case 'leaf':
      return data.value.kind === 'misfit' || data.isDefault ? 1 : 2
    case 'leaf-list':
      return data.items.reduce((sum, item) => sum + walk(item), 0)
    default:
      return 1
  }
}
