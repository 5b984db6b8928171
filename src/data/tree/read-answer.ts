import type { Model } from '../../yang/model.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { isJsonObject, memberOf } from '../json/json.ts'
import type { Place } from '../paths/place.ts'
import { placesTo } from '../paths/place.ts'
import type { Value } from '../values/value.ts'
import { textOf } from '../values/value.ts'
import { DataLeafList } from './data-leaf.ts'
import type { DataList, DataNode } from './data-node.ts'
import { DataObject, readNode } from './data-node.ts'
import { naturalKey } from './natural-order.ts'

export type Answer =
  | { readonly kind: 'data'; readonly data: DataNode }
  /** The place is empty, or this user may not see it: the device does not say which. */
  | { readonly kind: 'nothing' }
  /** Not a JSON object, as every valid answer is. */
  | { readonly kind: 'senseless' }

/**
 * Finds the place in the device's answer. RFC 8040 answers with the node alone, rousette with
 * all that leads to it from the top; either may be wrapped in `ietf-restconf:data`.
 */
export function readAnswer(model: Model, place: Place | undefined, json: Json): Answer {
  const top = unwrap(json)
  if (!top) return { kind: 'senseless' }
  const tree = new DataObject(model, top)
  const data = locate(tree, place) ?? (place && (readBare(top, place) ?? readInParent(top, place)))
  return data ? { kind: 'data', data } : { kind: 'nothing' }
}

function unwrap(json: Json): JsonObject | undefined {
  if (!isJsonObject(json)) return undefined
  const inside = memberOf(json, 'ietf-restconf:data') ?? memberOf(json, 'data')
  return isJsonObject(inside) && Object.keys(json).length === 1 ? inside : json
}

/** Finds a place from the top of the tree. */
export function locate(tree: DataObject, place: Place | undefined): DataNode | undefined {
  let data: DataNode | undefined = tree
  for (const step of placesTo(place)) {
    if (data?.kind !== 'object') return undefined
    const child = data.child(step.node)
    data = child && pick(child, step)
  }
  return data
}

/** The list entry, or the leaf-list value, that the place names. */
function pick(data: DataNode, { keys }: Place): DataNode | undefined {
  const [value] = keys
  if (value === undefined) return data
  if (data.kind === 'list') return data.find(keys) ?? sameEntryWrittenOtherwise(data, keys)
  if (data.kind !== 'leaf-list') return data
  const text = textOf(value)
  const item = data.items.find((item) => item.value.kind !== 'misfit' && textOf(item.value) === text)
  return item && new DataLeafList(data.node, [item.json])
}

/** Servers answer with their own form of a key: asked for FE80::1, they send the single entry fe80::1. */
function sameEntryWrittenOtherwise(list: DataList, keys: readonly Value[]): DataObject | undefined {
  const [only] = list.size === 1 ? list.byKey.keys() : []
  const entry = only === undefined ? undefined : list.keyed(only)
  const isSame = entry?.keys?.every((key, index) => {
    const asked = keys[index]
    return asked !== undefined && naturalKey(textOf(key)) === naturalKey(textOf(asked))
  })
  return isSame ? entry : undefined
}

function readBare(top: JsonObject, place: Place): DataNode | undefined {
  const { node } = place
  const first = placesTo(place)[0]?.node
  const json = memberOf(top, `${node.module}:${node.name}`) ?? memberOf(top, node.name)
  if (json === undefined) return undefined
  // The node has the same name as the top of its path: an object here is that top, and the place was not found in it.
  if (first !== node && first?.name === node.name && first.module === node.module && isJsonObject(json))
    return undefined
  const data = readNode(node, json)
  return pick(data, place) ?? onlyEntry(data)
}

/** A list is asked for through its parent, and RFC 8040 answers with that parent alone. */
function readInParent(top: JsonObject, place: Place): DataNode | undefined {
  const parent = place.parent && readBare(top, place.parent)
  const child = parent?.kind === 'object' ? parent.child(place.node) : undefined
  return child && pick(child, place)
}

/** The requested entry, when the server left out its keys. */
function onlyEntry(data: DataNode): DataObject | undefined {
  if (data.kind !== 'list' || data.size !== 1 || data.byKey.size > 0) return undefined
  const entry = data.entry(0)
  return entry.kind === 'object' ? entry : undefined
}
