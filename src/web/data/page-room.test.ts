import { expect, test } from 'bun:test'
import { compileYang } from '../../../test/support/compile-yang.ts'
import { findPlace } from '../../data/paths/find-place.ts'
import { DataObject } from '../../data/tree/data-node.ts'
import { finish } from '../../yang/work.ts'
import { english } from '../texts/languages.ts'
import type { DataBody } from '../views/data-views.ts'
import { PageRoom } from './page-options.ts'
import { placeView } from './place-view.ts'
import { plainBody } from './plain-view.ts'
import { topView, treeView } from './tree-view.ts'

const leaves = Array.from({ length: 9_000 }, (_, n) => `leaf l${n} { type string; }`).join(' ')
const tops = Array.from({ length: 6_000 }, (_, n) => `container c${n} { presence p; }`).join(' ')
const model = compileYang([`module m { container wide { ${leaves} } ${tops} }`])
const choice = { page: 1, filter: '', perPage: 100 }

function options() {
  return { model, language: english, showsSecrets: false, query: '', room: new PageRoom() }
}

function drawn(json: object): Extract<DataBody, { kind: 'object' }> {
  const found = findPlace(model, '/m:wide')
  if (found.kind === 'bad-path' || !found.place) throw new TypeError('it is a place')
  const data = new DataObject(found.place.node, JSON.parse(JSON.stringify(json)))
  const body = finish(placeView(found.place, data, options(), choice))
  if (body.kind !== 'object') throw new TypeError('it is a container')
  return body
}

const numbered = (count: number, name: string, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, value]))

test('12.1 B9 of very many values a page shows some thousand, and says how many more there are', () => {
  const body = drawn(numbered(9_000, 'l', 'x'))
  expect([body.fields.length, body.omitted, body.absent.length]).toEqual([1_500, 7_500, 0])
})

test('12.1 B9 so it does of what the model does not know, and of what is not set', () => {
  const unknown = drawn(numbered(6_000, 'unknown', { a: 1 }))
  expect([unknown.unknown.length, unknown.omitted]).toEqual([1_500, 4_500])
  expect(drawn({}).absent).toHaveLength(1_500)
})

test('12.1 B9 of very long texts a page shows as much as somebody could read', () => {
  const length = (body: DataBody) => JSON.stringify(body).length
  expect(length(drawn(numbered(2_000, 'l', 'x'.repeat(1_900))))).toBeLessThan(2_000_000)
  expect(length(drawn(numbered(300, 'unknown', { a: 'x'.repeat(19_000) })))).toBeLessThan(2_000_000)
})

test('12.1 B9 the same without a model', () => {
  const draw = (json: object) => finish(plainBody([], JSON.parse(JSON.stringify(json)), options(), choice))
  const body = draw(numbered(9_000, 'a', 'x'))
  expect(body.kind === 'object' && [body.fields.length, body.omitted]).toEqual([1_500, 7_500])
  expect(JSON.stringify(draw(numbered(2_000, 'a', 'x'.repeat(1_900)))).length).toBeLessThan(2_000_000)
})

test('12.1 B9 of a model with thousands of nodes in one place the tree and the top show some', () => {
  expect(treeView(model, undefined, options()).length).toBeLessThan(600)
  const links = topView(model, options()).flatMap((module) => module.links)
  expect(links.length).toBeLessThan(2_100)
})
