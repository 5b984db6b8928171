import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { compileYang } from '../../../test/support/compile-yang.ts'
import type { Json } from '../../data/json/json.ts'
import { findPlace } from '../../data/paths/find-place.ts'
import { readAnswer } from '../../data/tree/read-answer.ts'
import { finish } from '../../yang/work.ts'
import { english } from '../texts/languages.ts'
import type { DataBody } from '../views/data-views.ts'
import { PageRoom } from './page-options.ts'
import { placeView } from './place-view.ts'

const LEVELS = 11
const deep = (level: number): string =>
  level > LEVELS ? 'leaf bottom { type string; }' : `container level-${level} { ${deep(level + 1)} }`

const model = compileYang([
  `module m { container c {
     choice media { case copper { leaf cable { type string; } } case fibre { leaf wave { type uint16; } } }
     container pilots { presence "Ships are guided in."; leaf on-duty { type uint8; } }
     container empty { leaf x { type string; } }
     leaf-list tag { type string; } leaf plain { type string; }
     leaf uplink { type leafref { path "../l/k"; } }
     anydata papers; list l { key k; leaf k { type string; } leaf v { type string; }
       action restart { input { leaf when { type string; } } } }
     list pair { key "a b"; leaf a { type string; } leaf b { type string; } }
     list hop { config false; leaf to { type string; }
       container via { leaf port { type string; } container next { container far { leaf away { type string; } } } }
       list next { key n; leaf n { type uint8; } container in { leaf x { type string; } } } }
     ${deep(1)} }
   rpc reset { description "Starts again."; } }`,
])

function bodyAt(path: string, json: Json, entry?: number): DataBody {
  const found = findPlace(model, path)
  if (found.kind === 'bad-path' || !found.place) throw new TypeError(`${path} leads nowhere`)
  const answer = readAnswer(model, found.place, json)
  if (answer.kind !== 'data') throw new TypeError(`the answer is ${answer.kind}`)
  const options = { model, language: english, showsSecrets: false, query: '', room: new PageRoom() }
  return finish(placeView(found.place, answer.data, options, { page: 1, filter: '', perPage: 10, entry }))
}

function objectAt(path: string, json: Json) {
  const body = bodyAt(path, json)
  if (body.kind !== 'object') throw new TypeError(`it is a ${body.kind}`)
  return body
}

const names = (parts: readonly { readonly name: string }[]) => parts.map(({ name }) => name)

describe('a place', () => {
  test('shows of a choice what was chosen, and neither choice nor case', () => {
    const { fields, absent } = objectAt('/m:c', { 'm:c': { wave: 1310 } })
    expect(names(fields)).toEqual(['wave'])
    expect(fields[0]?.href).toBe('/data/m:c/wave')
    expect(names(absent)).toContain('cable')
    expect(JSON.stringify(absent)).not.toContain('media')
  })

  test('that is a presence container is there or not set', () => {
    expect(names(objectAt('/m:c', { 'm:c': { pilots: {} } }).links)).toEqual(['pilots'])
    expect(names(objectAt('/m:c', { 'm:c': { plain: 'x' } }).absent)).toContain('pilots')
    expect(objectAt('/m:c/pilots', { 'm:c': { pilots: {} } }).fields).toEqual([])
  })

  test('shows all values of a leaf-list, and counts what is too many', () => {
    const tags = Array.from({ length: 250 }, (_, n) => `t${n}`)
    const [field] = objectAt('/m:c/tag', { 'm:c': { tag: tags } }).fields
    expect([field?.values.length, field?.omitted]).toEqual([200, 50])
  })

  test('shows anydata, and what the model does not know, as JSON', () => {
    const body = objectAt('/m:c', { 'm:c': { papers: { 'x:bill': [1] }, 'z:stray': { deep: [true] } } })
    expect(JSON.stringify(body.sections)).toContain('x:bill')
    expect(body.unknown.map(({ name, json }) => [name, JSON.parse(json)])).toEqual([
      ['z:stray', { deep: [true] }],
    ])
  })

  test('eleven levels deep is reached from level to level', () => {
    const path = Array.from({ length: LEVELS }, (_, n) => `/level-${n + 1}`).join('')
    const inside = (level: number): Json =>
      level > LEVELS ? { bottom: 'reached' } : { [`level-${level}`]: inside(level + 1) }
    expect(objectAt(`/m:c${path}`, { 'm:c': inside(1) }).fields[0]?.values[0]?.text).toBe('reached')
    const top = JSON.stringify(objectAt('/m:c', { 'm:c': inside(1) }))
    expect(top).toContain('"/data/m:c/level-1/level-2"')
  })
})

describe('an entry without keys', () => {
  const path = '/m:c/hop'
  const entries = [
    { to: 'a' },
    {
      to: 'b',
      via: { port: 'e1', next: { far: { away: 'yes' } } },
      next: [{ n: 1, in: { x: 'deep' } }, { n: 2 }],
    },
  ]
  const shown = (number: number) => bodyAt(path, { 'm:c': { hop: entries } }, number)

  test('is shown whole on a page of its own, as nothing inside it has a path', () => {
    const text = JSON.stringify(shown(2))
    for (const value of ['"b"', '"e1"', '"yes"', '"deep"', '"2"']) expect(text).toContain(`"text":${value}`)
    expect(text).not.toContain('/data/m:c/hop/')
  })

  test('that is not there leaves the list', () => {
    expect(shown(3).kind).toBe('table')
    expect(shown(1).kind).toBe('object')
  })
})

describe('an operation or an action', () => {
  test.each(['/m:reset', '/m:c/l=x/restart', '/m:c/media', '/m:c/copper'])('%s is no place', (path) => {
    expect(findPlace(model, path)).toMatchObject({ kind: 'bad-path', code: 'not-data' })
  })
})

const hrefOfRow = (path: string, json: Json) => {
  const body = bodyAt(path, json)
  return body.kind === 'table' ? (body.table.rows[0]?.href ?? '') : ''
}

/** What a browser makes of a link, and the service of that. */
function followed(href: string): string {
  return new URL(href, 'http://portico.local').pathname.slice('/data'.length)
}

describe('keys that are awkward in an address', () => {
  test.each([
    '/',
    ',',
    '%',
    '"',
    "'",
    ' ',
    'a/b,c%d"e\'f g',
    '日本',
    '€',
    '..',
    '.',
    '?x=1#y',
    '%2F',
    '',
    '=',
    '\\',
  ])('%p leads to its entry, and back', (key) => {
    const json = { 'm:c': { l: [{ k: key, v: 'here' }] } }
    const path = followed(hrefOfRow('/m:c/l', json))
    expect(objectAt(path, json).fields.map(({ values }) => values[0]?.text)).toContain('here')
  })

  test('whatever text it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ maxLength: 40 }), (a, b) => {
        const json = { 'm:c': { pair: [{ a, b }] } }
        const path = followed(hrefOfRow('/m:c/pair', json))
        expect(findPlace(model, path).kind).toBe('place')
        expect(objectAt(path, json).fields).toHaveLength(2)
      }),
    )
  })

  test('in a leafref, too', () => {
    const [field] = objectAt('/m:c/uplink', { 'm:c': { uplink: 'ge-0/0,1' } }).fields
    expect(field?.values[0]?.href).toBe('/data/m:c/l=ge-0%2F0%2C1')
  })
})
