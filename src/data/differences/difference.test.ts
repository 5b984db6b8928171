import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { compileYang } from '../../../test/support/compile-yang.ts'
import { interfacesModel } from '../../../test/support/interfaces-model.ts'
import { dataOf, hostileDataOf } from '../../../test/support/trees.ts'
import type { SchemaNode } from '../../yang/model.ts'
import type { Json, JsonObject } from '../json/json.ts'
import type { DataNode } from '../tree/data-node.ts'
import { DataObject } from '../tree/data-node.ts'
import { writeJson } from '../tree/write-json.ts'
import { applyDifference } from './apply.ts'
import { compareObjects, compareWork, isSame } from './difference.ts'

const tree = (json: JsonObject) => new DataObject(interfacesModel, json)

/** The data with what means nothing taken out: the order of system-ordered entries, empty containers. */
function plain(data: DataNode): Json | undefined {
  if (data.kind === 'object') {
    const members = [...data.children].flatMap(([node, child]) => {
      const json = plain(child)
      const isNothing = json === undefined || (isEmpty(json) && mayBeAbsent(node))
      return isNothing ? [] : [[`${node.module}:${node.name}`, json] as const]
    })
    return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)))
  }
  if (data.kind !== 'list' && data.kind !== 'leaf-list') return writeJson(data)
  const { node } = data
  const items =
    data.kind === 'list'
      ? [...data.json.keys()].map((index) => plain(data.entry(index)) ?? null)
      : data.items.map((item) => writeJson(item))
  return node.isUserOrdered
    ? items
    : items.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

function isEmpty(json: Json): boolean {
  return typeof json === 'object' && json !== null && Object.keys(json).length === 0
}

function mayBeAbsent(node: SchemaNode): boolean {
  return (
    node.kind === 'list' ||
    node.kind === 'leaf-list' ||
    (node.kind === 'container' && node.presence === undefined)
  )
}

describe('a difference', () => {
  test('applied to the tree it was made from gives the other tree', () => {
    fc.assert(
      fc.property(dataOf(interfacesModel), dataOf(interfacesModel), (before, after) => {
        const applied = applyDifference(tree(before), compareObjects(tree(before), tree(after)))
        expect(plain(tree(applied))).toEqual(plain(tree(after)))
      }),
      { numRuns: 500 },
    )
  })

  test('applied gives the other tree also when anything stands anywhere', () => {
    fc.assert(
      fc.property(hostileDataOf(interfacesModel), hostileDataOf(interfacesModel), (before, after) => {
        const applied = applyDifference(tree(before), compareObjects(tree(before), tree(after)))
        expect(isSame(compareObjects(tree(applied), tree(after)))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('of a tree and itself is none', () => {
    fc.assert(
      fc.property(hostileDataOf(interfacesModel), (json) => {
        expect(isSame(compareObjects(tree(json), tree(JSON.parse(JSON.stringify(json)))))).toBe(true)
      }),
    )
  })

  test('of a tree and what is written of it is none', () => {
    fc.assert(
      fc.property(hostileDataOf(interfacesModel), (json) => {
        const written = JSON.parse(JSON.stringify(writeJson(tree(json))))
        expect(isSame(compareObjects(tree(json), tree(written)))).toBe(true)
        expect(writeJson(tree(written))).toEqual(written)
      }),
    )
  })

  test('applied to a third tree never throws', () => {
    const any = hostileDataOf(interfacesModel)
    fc.assert(
      fc.property(any, any, any, (before, after, third) => {
        expect(applyDifference(tree(third), compareObjects(tree(before), tree(after)))).toBeObject()
      }),
    )
  })
})

test('equal values are equal however they were written', () => {
  const one = tree({
    'if:interfaces': { interface: [{ name: 'e1', speed: '7', 'ip:ipv4': {} }] },
    'sys:system': {},
  })
  const other = tree({ 'if:interfaces': { 'if:interface': { 'if:speed': '+007', name: 'e1' } } })
  expect(isSame(compareObjects(one, other))).toBe(true)
})

test('state and what the model does not know can be left out', () => {
  const one = tree({
    'if:interfaces': { interface: [{ name: 'e1', speed: '7' }] },
    'rt:routing': { hop: [{}] },
    'x:y': 1,
  })
  const other = tree({ 'if:interfaces': { interface: [{ name: 'e1', speed: '8' }] } })
  expect(isSame(compareObjects(one, other))).toBe(false)
  expect(isSame(compareObjects(one, other, { configOnly: true }))).toBe(true)
})

test('12.1 B9 others have their turn while long lists and rows of values are compared', () => {
  const long = compileYang([
    `module m { container c { leaf-list v { type uint32; } list l { key k; leaf k { type string; } } } }`,
  ])
  const tree = (from: number) => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => from + index)
    return new DataObject(long, { 'm:c': { v: numbers, l: numbers.map((number) => ({ k: `${number}` })) } })
  }
  const work = compareWork(tree(0), tree(1))
  let turns = 0
  while (!work.next().done) turns++
  expect(turns).toBeGreaterThan(200)
})
