import { expect, test } from 'bun:test'
import { compileYang } from '../../../test/support/compile-yang.ts'
import type { Json } from '../../data/json/json.ts'
import { findPlace } from '../../data/paths/find-place.ts'
import { readNode } from '../../data/tree/data-node.ts'
import { finish } from '../../yang/work.ts'
import { english } from '../texts/languages.ts'
import { PageRoom } from './page-options.ts'
import { ENTRIES_PER_PAGE, tableView } from './table-view.ts'

const model = compileYang([
  `module m { container c {
     list l { key id; leaf kind { type string; } leaf id { type string; } leaf same { type string; }
       leaf password { type string; } leaf-list tag { type string; } container in { leaf x { type string; } } }
     list mine { key id; ordered-by user; leaf id { type string; } }
     list state { config false; leaf at { type string; } }
     list deep { key id; leaf id { type string; }
       container config { leaf id { type string; } leaf mtu { type uint16; } }
       container state { config false; leaf id { type string; } leaf mtu { type uint16; } leaf psk { type string; } }
       container hop { leaf address { type string; } container out { leaf port { type string; } } } } } }`,
  `module more { import m { prefix m; } augment "/m:c/m:l" { leaf kind { type string; } } }`,
])

function work(path: string, entries: readonly Json[], { page = 1, filter = '' } = {}) {
  const found = findPlace(model, path)
  if (found.kind === 'bad-path' || !found.place) throw new TypeError(`${path} leads nowhere`)
  const { place } = found
  const list = readNode(place.node, entries)
  if (list.kind !== 'list') throw new TypeError('it is a list')
  const options = { model, language: english, showsSecrets: false, query: '', room: new PageRoom() }
  return tableView(place, list, options, { page, filter, perPage: ENTRIES_PER_PAGE })
}

const table = (...asked: Parameters<typeof work>) => finish(work(...asked))
const firstCells = ({ rows }: ReturnType<typeof table>) => rows.map(({ cells }) => cells[0]?.[0]?.text)
const named = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `e${count - n}`, kind: `k${n}` }))

test('keys come first, then the columns that tell entries apart, and secrets not at all', () => {
  const entries = [
    { kind: 'a', id: 'e1', same: 'x', password: 'one', tag: ['p', 'q'] },
    { kind: 'b', id: 'e2', same: 'x', password: 'two', tag: ['r'] },
  ]
  const { columns, rows } = table('/m:c/l', entries)
  expect(columns.map(({ name, isKey }) => [name, isKey])).toEqual([
    ['id', true],
    ['kind', false],
    ['same', false],
    ['tag', false],
  ])
  expect(rows[0]?.href).toBe('/data/m:c/l=e1')
})

test('a hundred entries stand on a page, in the order people count, whatever the device sends', () => {
  const entries = named(10_000)
  const [first, last] = [table('/m:c/l', entries), table('/m:c/l', entries, { page: 100 })]
  expect([first.total, first.found, first.first, first.rows.length]).toEqual([10_000, 10_000, 1, 100])
  expect(firstCells(first).slice(0, 3)).toEqual(['e1', 'e2', 'e3'])
  expect([last.first, firstCells(last).at(-1)]).toEqual([9_901, 'e10000'])
})

test('a page behind the last one is the last one', () => {
  expect(table('/m:c/l', named(101), { page: 1e9 }).first).toBe(101)
  expect(table('/m:c/l', [], { page: 7 }).rows).toEqual([])
})

test('an order that is the user’s stays', () => {
  expect(firstCells(table('/m:c/mine', [{ id: 'z' }, { id: 'a' }]))).toEqual(['z', 'a'])
})

test('leaves of one name from two modules have columns of two names', () => {
  const { columns } = table('/m:c/l', [{ id: 'e1', in: { x: 'here' }, 'more:kind': 'b', kind: 'a' }])
  expect(columns.map(({ name }) => name)).toEqual(['id', 'm:kind', 'more:kind', 'in/x'])
})

test('a cell shows the first values of a leaf-list, and says how many more there are', () => {
  const { rows } = table('/m:c/l', [{ id: 'e1', tag: ['p', 'q', 'r', 's', 't'] }])
  expect(rows[0]?.cells[1]?.map(({ text }) => text)).toEqual(['p', 'q', 'r', '2 more'])
})

test('entries without keys are led to by their numbers, those of the device', () => {
  const { rows } = table('/m:c/state', [{ at: 'one' }, { at: 'two' }], { filter: 'two' })
  expect(rows.map(({ href }) => href)).toEqual(['/data/m:c/state?entry=2'])
})

test('what is in containers of an entry has columns too, and is found by the filter', () => {
  const hop = (address: string) => ({ hop: { address, out: { port: 'e1' } } })
  const entries = [
    { id: 'a', config: { id: 'a', mtu: 9000 }, state: { id: 'a', mtu: 1500, psk: 'x' }, ...hop('192.0.2.1') },
    { id: 'b', config: { id: 'b', mtu: 9000 }, state: { id: 'b', mtu: 1400, psk: 'y' }, ...hop('192.0.2.2') },
  ]
  const { columns, rows } = table('/m:c/deep', entries, { filter: '0.2.2' })
  expect(columns.map(({ name }) => name)).toEqual([
    'id',
    'config/mtu',
    'state/mtu',
    'hop/address',
    'hop/out/port',
  ])
  expect(rows.map(({ cells }) => cells.map(([value]) => value?.text))).toEqual([
    ['b', '9000', '1400', '192.0.2.2', 'e1'],
  ])
  expect(table('/m:c/deep', entries, { filter: 'y' }).found).toBe(0)
})

test('a filter looks at every entry, however many there are, and not at secrets', () => {
  const entries = [...named(70_000), { id: 'last', tag: ['Needle'], password: 'hidden-needle' }]
  const found = table('/m:c/l', entries, { filter: ' needle ' })
  expect([firstCells(found), found.found, found.total]).toEqual([['last'], 1, 70_001])
  expect(table('/m:c/l', entries, { filter: 'hidden' }).found).toBe(0)
})

test('others have their turn while a long list is filtered and sorted', () => {
  const steps = work('/m:c/l', named(50_000), { filter: 'e' })
  let count = 0
  while (!steps.next().done) count++
  expect(count).toBeGreaterThan(400)
})

test('what is no entry is drawn as an empty row', () => {
  const { rows } = table('/m:c/l', [7, null, 'text', { id: 'e1' }, [[]]])
  expect(rows).toHaveLength(5)
})
