import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/data/json/json.ts'
import type { DataParent } from '../../src/data/paths/data-nodes.ts'
import { dataNodes, keyLeaves, memberName } from '../../src/data/paths/data-nodes.ts'
import type { ConcreteType } from '../../src/data/values/concrete-types.ts'
import { concreteTypes } from '../../src/data/values/concrete-types.ts'
import type { SchemaNode } from '../../src/yang/model.ts'

/** Data of a model, of few values so that trees have much in common. */
export function dataOf(parent: DataParent): fc.Arbitrary<JsonObject> {
  const members = dataNodes(parent).map((node) =>
    fc
      .option(memberOf(node), { nil: undefined, freq: 2 })
      .map((json) => [memberName(parent, node), json] as const),
  )
  return fc
    .tuple(...members)
    .map((members) =>
      Object.fromEntries(members.flatMap(([name, json]) => (json === undefined ? [] : [[name, json]]))),
    )
}

/** The same with anything anywhere: wrong types, entries without keys and twice, unknown members, hostile names. */
export function hostileDataOf(parent: DataParent): fc.Arbitrary<JsonObject> {
  const names = [
    ...dataNodes(parent).map((node) => memberName(parent, node)),
    ...['__proto__', 'constructor', '@', '@name', 'x:y', '', 'a b'],
  ]
  const junk = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>
  const below = dataNodes(parent).map((node) => hostileMemberOf(node, junk))
  const good = fc.tuple(...below.map((member) => fc.option(member, { nil: undefined, freq: 2 })))
  return fc
    .tuple(good, fc.array(fc.tuple(fc.constantFrom(...names), junk), { maxLength: 3 }))
    .map(([good, odd]) => {
      const members = dataNodes(parent).flatMap((node, index) => {
        const json = good[index]
        return json === undefined ? [] : [[memberName(parent, node), json] as const]
      })
      return Object.fromEntries([...members, ...odd])
    })
}

function hostileMemberOf(node: SchemaNode, junk: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const good = memberOf(node)
  if (node.kind === 'container') return fc.oneof({ weight: 5, arbitrary: hostileDataOf(node) }, good, junk)
  if (node.kind !== 'list') return fc.oneof({ weight: 3, arbitrary: good }, junk)
  const entry = fc.oneof({ weight: 5, arbitrary: fc.oneof(hostileDataOf(node), entryOf(node)) }, junk)
  return fc.oneof({ weight: 5, arbitrary: fc.array(entry, { maxLength: 3 }) }, junk)
}

function memberOf(node: SchemaNode): fc.Arbitrary<Json> {
  switch (node.kind) {
    case 'leaf':
      return leafValue(node)
    case 'leaf-list':
      return fc.uniqueArray(leafValue(node), { maxLength: 5 })
    case 'list':
      return entriesOf(node)
    case 'container':
      return dataOf(node)
    default:
      return fc.constantFrom<Json>({ a: 1 }, { a: [2] }, 'x')
  }
}

function entriesOf(list: SchemaNode): fc.Arbitrary<Json> {
  const keys = keyLeaves(list).map(({ name }) => name)
  if (keys.length === 0) return fc.array(entryOf(list), { maxLength: 3 })
  return fc.uniqueArray(entryOf(list), {
    maxLength: 5,
    selector: (entry) => JSON.stringify(keys.map((key) => entry[key])),
  })
}

function entryOf(list: SchemaNode): fc.Arbitrary<JsonObject> {
  const keys = keyLeaves(list)
  return fc.tuple(dataOf(list), fc.tuple(...keys.map(leafValue))).map(([members, values]) => ({
    ...members,
    ...Object.fromEntries(keys.map(({ name }, index) => [name, values[index] ?? null])),
  }))
}

function leafValue(node: SchemaNode): fc.Arbitrary<Json> {
  return fc.oneof(...concreteTypes(node.type).map(jsonOfType))
}

function jsonOfType(type: ConcreteType): fc.Arbitrary<Json> {
  switch (type.base) {
    case 'string':
      return type.patterns.length > 0
        ? fc.constantFrom('10.0.0.1', '10.0.0.2')
        : fc.constantFrom('a', 'b', 'c', 'd1', 'd2')
    case 'boolean':
      return fc.boolean()
    case 'identityref':
      return fc.constantFrom(
        ...type.bases.flatMap(({ derived }) => derived.map(({ module, name }) => `${module}:${name}`)),
      )
    case 'uint64':
      return fc.constantFrom('1', '18446744073709551615')
    default:
      return fc.integer({ min: 1, max: 4 })
  }
}
