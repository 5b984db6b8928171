import type { SchemaNode } from '../../yang/model.ts'
import { finish, type Work } from '../../yang/work.ts'
import type { Json } from '../json/json.ts'
import { isArray, sameJson } from '../json/json.ts'
import type { DataLeaf } from '../tree/data-leaf.ts'
import { DataLeafList } from '../tree/data-leaf.ts'
import type { DataNode } from '../tree/data-node.ts'
import { DataList, DataObject } from '../tree/data-node.ts'
import { writeJson, writeLeaf } from '../tree/write-json.ts'
import type { ItemsDifference } from './items.ts'
import { compareItems } from './items.ts'

/** How one object becomes another, by node. Nodes that are equal in both are left out. */
export interface ObjectDifference {
  readonly nodes: ReadonlyMap<SchemaNode, NodeDifference>
  /** Members that the model does not know. */
  readonly unknown: ReadonlyMap<
    string,
    { readonly before: Json | undefined; readonly after: Json | undefined }
  >
}

export type NodeDifference =
  | { readonly kind: 'added'; readonly after: DataNode }
  | { readonly kind: 'removed'; readonly before: DataNode }
  /** Also for a list whose entries have no keys, or share them: such a list is compared as a whole. */
  | { readonly kind: 'changed'; readonly before: DataNode; readonly after: DataNode }
  | { readonly kind: 'inside'; readonly inside: ObjectDifference }
  | EntriesDifference
  | ValuesDifference

export interface EntriesDifference extends ItemsDifference {
  readonly kind: 'entries'
  readonly before: DataList
  readonly after: DataList
  /** By key, what differs inside of entries that are in both. */
  readonly inside: ReadonlyMap<string, ObjectDifference>
}

export interface ValuesDifference extends ItemsDifference {
  readonly kind: 'values'
  /** The values of both lists, by the keys that `removed` and `placed` use. */
  readonly values: ReadonlyMap<string, DataLeaf>
}

export interface CompareOptions {
  /** Compares configuration only: leaves out state, and members that the model does not know. */
  readonly configOnly?: boolean
}

/** Says how one tree becomes another. An absent container without presence is the same as an empty one. */
export function compareObjects(
  before: DataObject,
  after: DataObject,
  options?: CompareOptions,
): ObjectDifference {
  return finish(compareWork(before, after, options))
}

/** {@link compareObjects} in slices, because a list may have very many entries. */
export function* compareWork(
  before: DataObject,
  after: DataObject,
  options: CompareOptions = {},
): Work<ObjectDifference> {
  yield
  const nodes = new Map<SchemaNode, NodeDifference>()
  for (const node of new Set([...before.children.keys(), ...after.children.keys()])) {
    if (options.configOnly && node.use !== 'rw') continue
    const difference = yield* compareNodes(before.child(node), after.child(node), options)
    if (difference) nodes.set(node, difference)
  }
  return { nodes, unknown: options.configOnly ? new Map() : compareUnknown(before.unknown, after.unknown) }
}

export function isSame({ nodes, unknown }: ObjectDifference): boolean {
  return nodes.size === 0 && unknown.size === 0
}

function compareUnknown(before: ReadonlyMap<string, Json>, after: ReadonlyMap<string, Json>) {
  const names = new Set([...before.keys(), ...after.keys()])
  return new Map(
    [...names].flatMap((name) => {
      const [one, other] = [before.get(name), after.get(name)]
      const isEqual = one !== undefined && other !== undefined && sameJson(one, other)
      return isEqual ? [] : [[name, { before: one, after: other }] as const]
    }),
  )
}

/** Compares what two trees have at one place. Either side may be undefined: that tree has nothing there. */
function* compareNodes(
  before: DataNode | undefined,
  after: DataNode | undefined,
  options: CompareOptions,
): Work<NodeDifference | undefined> {
  const one = before ?? (after && nothingLike(after))
  const other = after ?? (before && nothingLike(before))
  if (one && other) return yield* compareBoth(one, other, options)
  if (one) return { kind: 'removed', before: one }
  return other && { kind: 'added', after: other }
}

/** An empty node like this one, where empty and absent mean the same: a list, a leaf-list, a container without presence. */
function nothingLike(data: DataNode): DataNode | undefined {
  if (data.kind === 'list') return new DataList(data.node, [])
  if (data.kind === 'leaf-list') return new DataLeafList(data.node, [])
  const isPlain = data.node?.kind === 'container' && data.node.presence === undefined
  return data.kind === 'object' && isPlain ? new DataObject(data.parent, {}) : undefined
}

function* compareBoth(
  before: DataNode,
  after: DataNode,
  options: CompareOptions,
): Work<NodeDifference | undefined> {
  if (before.kind === 'object' && after.kind === 'object') {
    const inside = yield* compareWork(before, after, options)
    return isSame(inside) ? undefined : { kind: 'inside', inside }
  }
  const areLists = before.kind === 'list' && after.kind === 'list'
  if (areLists && (yield* hasOwnKeys(before)) && (yield* hasOwnKeys(after))) {
    return yield* compareEntries(before, after, options)
  }
  if (before.kind === 'leaf-list' && after.kind === 'leaf-list') return yield* compareValues(before, after)
  if (before.kind === 'leaf' && after.kind === 'leaf' && before.json === after.json) return undefined
  return compareWhole(before, after)
}

function compareWhole(before: DataNode, after: DataNode): NodeDifference | undefined {
  const isEqual = before.kind === after.kind && (sameJson(before.json, after.json) || saySame(before, after))
  return isEqual ? undefined : { kind: 'changed', before, after }
}

/** Longer lists count as different unless their JSON is identical: reading each value would take a second. */
const MAX_READ = 10_000

function saySame(before: DataNode, after: DataNode): boolean {
  if ([before.json, after.json].some((json) => isArray(json) && json.length > MAX_READ)) return false
  return sameJson(writeJson(before), writeJson(after))
}

/** True when every entry has keys of its own. */
function* hasOwnKeys(list: DataList): Work<boolean> {
  return (yield* list.indexWork()).size === list.size
}

function* compareEntries(
  before: DataList,
  after: DataList,
  options: CompareOptions,
): Work<EntriesDifference | undefined> {
  yield
  const items = yield* compareItems(
    [...before.byKey.keys()],
    [...after.byKey.keys()],
    after.node.isUserOrdered,
  )
  const inside = new Map<string, ObjectDifference>()
  yield
  let compared = 0
  for (const key of after.byKey.keys()) {
    if (++compared % 200 === 0) yield
    const [one, other] = [before.keyed(key), after.keyed(key)]
    // Most entries have identical JSON, and comparing that is ten times faster than comparing node by node.
    if (!one || !other || sameJson(one.json, other.json)) continue
    const difference = yield* compareWork(one, other, options)
    if (!isSame(difference)) inside.set(key, difference)
  }
  if (items.removed.length === 0 && items.placed.length === 0 && inside.size === 0) return undefined
  return { kind: 'entries', ...items, before, after, inside }
}

function* compareValues(before: DataLeafList, after: DataLeafList): Work<NodeDifference | undefined> {
  const [one, other] = [yield* valuesByKey(before), yield* valuesByKey(after)]
  // State may hold a value twice.
  const isDistinct = one.size === before.json.length && other.size === after.json.length
  if (!isDistinct) return compareWhole(before, after)
  const items = yield* compareItems([...one.keys()], [...other.keys()], after.node.isUserOrdered)
  if (items.removed.length === 0 && items.placed.length === 0) return undefined
  return { kind: 'values', ...items, values: new Map([...one, ...other]) }
}

function* valuesByKey({ items }: DataLeafList): Work<ReadonlyMap<string, DataLeaf>> {
  const values = new Map<string, DataLeaf>()
  for (const [index, item] of items.entries()) {
    if (index % 500 === 0) yield
    values.set(valueKey(item), item)
  }
  return values
}

/** A key that only equal values share. In a union, 5 and "5" are different values. */
export function valueKey(leaf: DataLeaf): string {
  return JSON.stringify(writeLeaf(leaf))
}
