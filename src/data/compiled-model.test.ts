import { describe, expect, test } from 'bun:test'
import { compileModel } from '../yang/compile.ts'
import type { Json } from './json/json.ts'
import { findPlace } from './paths/find-place.ts'
import { pathOf } from './paths/place.ts'
import { referredPlace } from './paths/referred-place.ts'
import { matchesPattern } from './patterns/pattern.ts'
import { readAnswer } from './tree/read-answer.ts'
import { writeJson } from './tree/write-json.ts'

const shop = `module shop {
  yang-version 1.1; namespace "urn:shop"; prefix s;
  revision 2026-01-01;
  feature frozen;
  identity good; identity fruit { base good; } identity apple { base fruit; }
  identity ice { if-feature frozen; base good; }
  typedef price { type decimal64 { fraction-digits 2; range "0..max"; } units "EUR"; }
  typedef size { type union { type uint8 { range "1..10"; } type enumeration { enum small; enum big; } } }
  grouping named { leaf name { type string { length "1..20"; pattern "[a-z][a-z0-9-]*"; } } }
  container shop {
    list item {
      key "kind name"; uses named;
      leaf kind { type identityref { base good; } }
      leaf price { type price; }
      leaf size { type size; default small; }
      leaf sold { type uint64; config false; }
      leaf label { type binary { length "1..4"; } }
      leaf flags { type bits { bit fresh { position 3; } bit local { position 1; } } }
      leaf organic { type empty; }
      choice storage { leaf shelf { type leafref { path "/s:shop/s:shelf/s:number"; } } case cold { leaf degrees { type int8; } } }
    }
    list shelf { key number; ordered-by user; leaf number { type uint16; } leaf-list tag { type string; ordered-by user; } }
    leaf seen { type instance-identifier { require-instance false; } }
    anydata notes;
    action restock { input { leaf much { type uint8; } } }
  }
}`

const delivery = `module delivery {
  yang-version 1.1; namespace "urn:delivery"; prefix d;
  import shop { prefix s; }
  identity bread { base s:good; }
  augment "/s:shop/s:item" { leaf name { type string; } leaf weight { type int64; } }
}`

const model = compileModel(
  {
    texts: [
      { name: 'shop', text: shop },
      { name: 'delivery', text: delivery },
    ],
    library: {
      modules: ['shop', 'delivery'].map((name) => ({
        name,
        revision: name === 'shop' ? '2026-01-01' : undefined,
        isImplemented: true,
        features: [],
      })),
    },
  },
  { matches: matchesPattern },
)

const item = {
  kind: 'shop:apple',
  name: 'red-one',
  'delivery:name': 'parcel 1',
  'delivery:weight': '-9223372036854775808',
  price: '1.5',
  size: 'big',
  sold: '18446744073709551615',
  label: 'AQID',
  flags: 'local fresh',
  organic: [null],
  shelf: 7,
}

function rewritten(path: string): string {
  const found = findPlace(model, path)
  return found.kind === 'place' ? pathOf(found.place) : found.code
}

function read(path: string, json: Json): Json {
  const found = findPlace(model, path)
  if (found.kind === 'bad-path') throw new Error(found.code)
  const answer = readAnswer(model, found.place, json)
  return answer.kind === 'data' ? writeJson(answer.data) : answer.kind
}

/** What becomes of one leaf of an item: its canonical form, or why it does not fit. */
function leaf(name: string, json: Json): Json {
  const path = `/shop:shop/item=shop%3Aapple,a/${name}`
  const found = findPlace(model, path)
  if (found.kind === 'bad-path') throw new Error(found.code)
  const answer = readAnswer(model, found.place, {
    'shop:shop': { item: [{ kind: 'apple', name: 'a', [name]: json }] },
  })
  if (answer.kind !== 'data' || answer.data.kind !== 'leaf') throw new Error(answer.kind)
  return answer.data.value.kind === 'misfit' ? answer.data.value.code : writeJson(answer.data)
}

describe('with a model compiled of modules', () => {
  test('there is nothing to warn of', () => expect(model.warnings).toEqual([]))

  test('data of every type is read and written', () => {
    const whole = {
      'shop:shop': { item: [item], shelf: [{ number: 7, tag: ['b', 'a'] }], notes: { any: ['thing'] } },
    }
    expect(read('', whole)).toEqual(whole)
    expect(read('/shop:shop/item=shop%3Aapple,red-one', whole)).toEqual(item)
    expect(read('/shop:shop/item=shop%3Aapple,red-one', { 'shop:item': [item] })).toEqual(item)
  })

  test('values are in canonical form, or say why they do not fit', () => {
    expect(leaf('price', '01.50')).toBe('1.5')
    expect(leaf('price', '-1')).toBe('too-low')
    expect(leaf('price', '1.005')).toBe('too-many-fraction-digits')
    expect(leaf('size', 10)).toBe(10)
    expect(leaf('size', '10')).toBe('no-member-fits')
    expect(leaf('flags', 'fresh local')).toBe('local fresh')
    expect(leaf('label', 'AQIDBAU=')).toBe('too-long')
    expect(leaf('organic', true)).toBe('wrong-json-type')
    expect(leaf('shelf', 70_000)).toBe('too-high')
    expect(leaf('delivery:weight', '9223372036854775808')).toBe('too-high')
  })

  test('paths name the module where it changes, and identities always', () => {
    expect(rewritten('/shop:shop/item=delivery:bread,a/delivery:name')).toBe(
      '/shop:shop/item=delivery%3Abread,a/delivery:name',
    )
    expect(rewritten('/shop:shop/item=apple,a')).toBe('/shop:shop/item=shop%3Aapple,a')
    expect(rewritten('/shop:shop/item=shop:good,a')).toBe('bad-key')
    expect(rewritten('/shop:shop/item=shop:ice,a')).toBe('bad-key')
    expect(rewritten('/shop:shop/item=shop:apple,A')).toBe('bad-key')
    expect(rewritten('/shop:shop/item=a,shop:apple')).toBe('bad-key')
    expect(rewritten('/shop:shop/item=shop:apple,a/weight')).toBe('unknown-node')
    for (const name of ['storage', 'cold', 'restock']) {
      expect(
        rewritten(name === 'restock' ? '/shop:shop/restock' : `/shop:shop/item=shop:apple,a/${name}`),
      ).toBe('not-data')
    }
    expect(rewritten('/shop:shop/item=shop:apple,a/degrees')).toBe('/shop:shop/item=shop%3Aapple,a/degrees')
  })

  test('a leafref leads to the entry it refers to', () => {
    const found = findPlace(model, '/shop:shop/item=shop:apple,a/shelf')
    const place = found.kind === 'place' ? found.place : undefined
    const shelf = findPlace(model, '/shop:shop/shelf=7')
    const [key] = (shelf.kind === 'place' && shelf.place?.keys) || []
    const referred = place && key && referredPlace(place, key)
    expect(referred && pathOf(referred)).toBe('/shop:shop/shelf=7')
  })
})
