import { expect, test } from 'bun:test'
import { interfacesModel } from '../../../test/support/interfaces-model.ts'
import type { JsonObject } from '../json/json.ts'
import { pathOf } from '../paths/place.ts'
import { DataObject } from '../tree/data-node.ts'
import { writeJson } from '../tree/write-json.ts'
import { compareObjects } from './difference.ts'
import type { Behind, PlacedDifference } from './list-differences.ts'
import { listDifferences } from './list-differences.ts'

function changes(before: JsonObject, after: JsonObject): readonly string[] {
  const trees = [before, after].map((json) => new DataObject(interfacesModel, json)) as [
    DataObject,
    DataObject,
  ]
  return [...listDifferences(compareObjects(...trees))].map(sentence)
}

function sentence(change: PlacedDifference): string {
  const path = change.place ? pathOf(change.place) : '/'
  switch (change.kind) {
    case 'added':
      return `${path} added${behind(change.behind)}: ${JSON.stringify(writeJson(change.after))}`
    case 'removed':
      return `${path} removed: ${JSON.stringify(writeJson(change.before))}`
    case 'changed':
      return `${path}: ${JSON.stringify(writeJson(change.before))} -> ${JSON.stringify(writeJson(change.after))}`
    case 'moved':
      return `${path} moved${behind(change.behind)}`
    case 'unknown':
      return `${path} ${change.name}: ${JSON.stringify(change.before)} -> ${JSON.stringify(change.after)}`
  }
}

function behind(behind: Behind | undefined): string {
  if (behind === undefined) return ''
  return behind === 'first' ? ' first' : ` behind ${pathOf(behind)}`
}

test('changes are named one by one, each at its place', () => {
  expect(
    changes(
      {
        'if:interfaces': {
          interface: [{ name: 'e1', enabled: true, 'ip:ipv4': { mtu: 1500 } }, { name: 'e2' }],
        },
        'sys:system': { hostname: 'a', group: ['x', 'y'], filter: { a: 1 } },
        'sys:flat': 'gone',
      },
      {
        'if:interfaces': { interface: [{ name: 'e3' }, { name: 'e1', 'ip:ipv4': { mtu: 9000 }, 'v:x': 1 }] },
        'sys:system': { hostname: 'b', group: ['z', 'y'], filter: { a: 2 }, ntp: {} },
      },
    ),
  ).toEqual([
    '/if:interfaces/interface=e2 removed: {"name":"e2"}',
    '/if:interfaces/interface=e1/enabled removed: true',
    '/if:interfaces/interface=e1/ip:ipv4/mtu: 1500 -> 9000',
    '/if:interfaces/interface=e1 v:x: undefined -> 1',
    '/if:interfaces/interface=e3 added: {"name":"e3"}',
    '/sys:system/hostname: "a" -> "b"',
    '/sys:system/group=x removed: "x"',
    '/sys:system/group=z added: "z"',
    '/sys:system/filter: {"a":1} -> {"a":2}',
    '/sys:system/ntp added: {}',
    '/sys:flat removed: "gone"',
  ])
})

test('where the order is the user’s, as few entries as possible move', () => {
  const server = (...names: string[]) => ({ 'sys:system': { server: names.map((name) => ({ name })) } })
  expect(changes(server('a', 'b', 'c', 'd'), server('d', 'a', 'b', 'c'))).toEqual([
    '/sys:system/server=d moved first',
  ])
  expect(changes(server('a', 'b', 'c'), server('b', 'x', 'c', 'a'))).toEqual([
    '/sys:system/server=x added behind /sys:system/server=b: {"name":"x"}',
    '/sys:system/server=a moved behind /sys:system/server=c',
  ])
  expect(changes({ 'sys:system': { search: ['a', 'b'] } }, { 'sys:system': { search: ['b', 'a'] } })).toEqual(
    ['/sys:system/search=b moved first'],
  )
})

test('where the order is the system’s, nothing moves', () => {
  const group = (...values: string[]) => ({ 'sys:system': { group: values } })
  expect(changes(group('a', 'b'), group('b', 'a'))).toEqual([])
})

test('a list without keys, or with keys twice, is compared as a whole', () => {
  const hops = (...via: string[]) => ({ 'rt:routing': { hop: via.map((via) => ({ via })) } })
  expect(changes(hops('a', 'b'), hops('a', 'b'))).toEqual([])
  expect(changes(hops('a'), hops('a', 'a'))).toEqual([
    '/rt:routing/hop: [{"via":"a"}] -> [{"via":"a"},{"via":"a"}]',
  ])
  const twice = { 'sys:system': { server: [{ name: 'a' }, { name: 'a', port: 1 }] } }
  expect(changes({}, twice)).toEqual(['/sys:system/server: [] -> [{"name":"a"},{"name":"a","port":1}]'])
})

test('an entry whose key does not fit is named by its list', () => {
  const long = { name: 'much-too-long-for-this' }
  expect(changes({}, { 'if:interfaces': { interface: [long] } })).toEqual([
    '/if:interfaces/interface added: {"name":"much-too-long-for-this"}',
  ])
})

test('of a million changes the first few are made alone', () => {
  const server = Array.from({ length: 100_000 }, (_, index) => ({ name: `s${index}` }))
  const trees = [{}, { 'sys:system': { server } }].map((json) => new DataObject(interfacesModel, json)) as [
    DataObject,
    DataObject,
  ]
  const [first] = listDifferences(compareObjects(...trees)).take(1)
  expect(first && sentence(first)).toBe('/sys:system/server=s0 added first: {"name":"s0"}')
})
