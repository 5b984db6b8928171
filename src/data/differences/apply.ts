import type { SchemaNode } from '../../yang/model.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { objectOf } from '../json/json.ts'
import { memberName } from '../paths/data-nodes.ts'
import type { DataNode } from '../tree/data-node.ts'
import { DataList, DataObject } from '../tree/data-node.ts'
import { writeJson, writeLeaf } from '../tree/write-json.ts'
import type { EntriesDifference, NodeDifference, ObjectDifference, ValuesDifference } from './difference.ts'
import { valueKey } from './difference.ts'
import { applyItems } from './items.ts'

/**
 * The object with the difference applied, as JSON. On the tree it was made from, that gives the other tree. On another
 * tree what it removes may be gone already, and what it adds replaces what is there.
 */
export function applyDifference(before: DataObject, difference: ObjectDifference): JsonObject {
  const nodes = new Set([...before.children.keys(), ...difference.nodes.keys()])
  const known = [...nodes].flatMap((node) => {
    const json = applyAt(node, before.child(node), difference.nodes.get(node))
    return json === undefined ? [] : [[memberName(before.parent, node), json] as const]
  })
  const unknown = [...before.unknown].filter(([name]) => !difference.unknown.has(name))
  const changed = [...difference.unknown].flatMap(([name, { after }]) =>
    after === undefined ? [] : [[name, after] as const],
  )
  return objectOf([...known, ...unknown, ...changed])
}

function applyAt(
  node: SchemaNode,
  before: DataNode | undefined,
  difference: NodeDifference | undefined,
): Json | undefined {
  switch (difference?.kind) {
    case undefined:
      return before && writeJson(before)
    case 'added':
    case 'changed':
      return writeJson(difference.after)
    case 'removed':
      return undefined
    case 'inside':
      return applyDifference(before?.kind === 'object' ? before : new DataObject(node, {}), difference.inside)
    case 'entries':
      return applyEntries(before?.kind === 'list' ? before : new DataList(node, []), difference)
    case 'values':
      return applyValues(before, node, difference)
  }
}

function applyEntries(before: DataList, difference: EntriesDifference): Json | undefined {
  const keys = applyItems([...before.byKey.keys()], difference, before.node.isUserOrdered)
  const entries = keys.flatMap((key) => {
    const inside = difference.inside.get(key)
    const [old, fresh] = [before.keyed(key), difference.after.keyed(key)]
    if (old && inside) return [applyDifference(old, inside)]
    const entry = old ?? fresh
    return entry ? [writeJson(entry)] : []
  })
  return entries.length > 0 ? entries : undefined
}

function applyValues(
  before: DataNode | undefined,
  node: SchemaNode,
  difference: ValuesDifference,
): Json | undefined {
  const items = before?.kind === 'leaf-list' ? before.items : []
  const values = new Map([...difference.values, ...items.map((item) => [valueKey(item), item] as const)])
  const keys = applyItems(items.map(valueKey), difference, node.isUserOrdered)
  const json = keys.flatMap((key) => {
    const item = values.get(key)
    return item ? [writeLeaf(item)] : []
  })
  return json.length > 0 ? json : undefined
}
