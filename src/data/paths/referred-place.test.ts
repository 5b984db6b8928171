import { expect, test } from 'bun:test'
import {
  container,
  enumeration,
  integer,
  leaf,
  leafList,
  leafref,
  list,
  modelOf,
  string,
  union,
} from '../../../test/support/schema.ts'
import type { Model, SchemaNode } from '../../yang/model.ts'
import { valueFromText } from '../values/read-value.ts'
import { dataNode } from './data-nodes.ts'
import { findPlace } from './find-place.ts'
import { pathOf } from './place.ts'
import { referredPlace } from './referred-place.ts'

const model = modelOf([
  container('m:interfaces', [
    list('interface', 'name', [
      leaf('name', string()),
      leaf('lower', string()),
      list('vlan', 'id', [leaf('id', integer('uint16'))]),
      leaf('untagged', string()),
      leafList('member', string()),
    ]),
  ]),
  container('m:routing', [list('protocol', 'type name', [leaf('type', string()), leaf('name', string())])]),
  container('m:system', [leaf('hostname', string()), leaf('primary', string()), leaf('either', string())]),
])

/** Makes the leaf at the path a leafref to others, and follows a value of it. */
function follow(path: string, text: string, ...targets: readonly string[]): string | undefined {
  const from = find(path)
  const refs = targets.map((target) => leafref(nodeAt(model, target)))
  const [only] = refs
  const type = refs.length === 1 && only ? only : union(integer('int8'), ...refs)
  const node = { ...from.node, type }
  const value = valueFromText(text, node)
  if (value.kind === 'misfit') throw new Error(value.code)
  const place = referredPlace({ ...from, node }, value)
  return place && pathOf(place)
}

function find(path: string) {
  const found = findPlace(model, path)
  if (found.kind === 'bad-path' || !found.place) throw new Error(path)
  return found.place
}

function nodeAt(model: Model, names: string): SchemaNode {
  let node: SchemaNode | undefined
  for (const name of names.split('/')) node = dataNode(node ?? model, 'm', name)
  if (!node) throw new Error(names)
  return node
}

const name = 'interfaces/interface/name'

test('a value that is the key of a list refers to its entry', () => {
  expect(follow('/m:system/primary', 'e1', name)).toBe('/m:interfaces/interface=e1')
  expect(follow('/m:interfaces/interface=e1/member=x', 'e2', name)).toBe('/m:interfaces/interface=e2')
})

test('also to another entry of the list that it stands in itself', () => {
  expect(follow('/m:interfaces/interface=br0/lower', 'e1', name)).toBe('/m:interfaces/interface=e1')
})

test('what leads there through a list is told by its own place', () => {
  expect(follow('/m:interfaces/interface=e1/untagged', '20', 'interfaces/interface/vlan/id')).toBe(
    '/m:interfaces/interface=e1/vlan=20',
  )
  expect(follow('/m:system/primary', '20', 'interfaces/interface/vlan/id')).toBeUndefined()
  expect(follow('/m:system/primary', 'x', 'routing/protocol/name')).toBeUndefined()
})

test('a leaf that is no key is referred to itself', () => {
  expect(follow('/m:system/primary', 'r1', 'system/hostname')).toBe('/m:system/hostname')
})

test('a union refers by the member that can', () => {
  expect(follow('/m:system/either', 'e1', 'interfaces/interface/vlan/id', name)).toBe(
    '/m:interfaces/interface=e1',
  )
})

test('a word of the union itself refers to nothing', () => {
  const from = find('/m:system/either')
  const node = { ...from.node, type: union(leafref(nodeAt(model, name)), union(enumeration('HOST'))) }
  const read = (text: string) => {
    const value = valueFromText(text, node)
    return value.kind === 'misfit' ? undefined : referredPlace({ ...from, node }, value)
  }
  expect(read('HOST')).toBeUndefined()
  expect(pathOf(read('e1'))).toBe('/m:interfaces/interface=e1')
})

test('a value that is no leafref refers to nothing', () => {
  const from = find('/m:system/hostname')
  const value = valueFromText('x', from.node)
  expect(value.kind === 'misfit' || referredPlace(from, value)).toBeUndefined()
})
