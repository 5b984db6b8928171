import { dataNodes, memberName, nodeOfMember } from '../data/paths/data-nodes.ts'
import type { Model, SchemaNode } from '../yang/model.ts'
import { isList, isObject, type Json, type JsonObject, member } from './json.ts'

/** The tree without the data at a path, in every entry of the lists on the way. */
export function without(tree: Json, path: readonly string[]): Json {
  const [name, ...rest] = path
  if (isList(tree)) return tree.map((entry) => without(entry, path))
  if (name === undefined || !isObject(tree) || !Object.hasOwn(tree, name)) return tree
  if (rest.length > 0) return { ...tree, [name]: without(tree[name] ?? null, rest) }
  const { [name]: _, ...others } = tree
  return others
}

/** Containers are merged member by member; everything else is replaced. */
export function merge(tree: JsonObject, change: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...tree }
  for (const [name, value] of Object.entries(change)) {
    const present = member(tree, name)
    merged[name] = isObject(present) && isObject(value) ? merge(present, value) : value
  }
  return merged
}

/** A value inside the containers that lead to it. */
export function nest(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
}

/** Adds empty containers, because real devices also answer with containers that have no content. */
export function withEmptyContainers(data: JsonObject, parent: Model | SchemaNode): JsonObject {
  const filled = Object.entries(data).map(([name, value]): [string, Json] => {
    const node = nodeOfMember(parent, name)
    if (!node || node.kind === 'anydata') return [name, value]
    if (isObject(value)) return [name, withEmptyContainers(value, node)]
    const fill = (entry: Json) => (isObject(entry) ? withEmptyContainers(entry, node) : entry)
    return [name, isList(value) ? value.map(fill) : value]
  })
  const empty = dataNodes(parent)
    .filter((node) => isAlwaysThere(node) && !Object.hasOwn(data, memberName(parent, node)))
    .map((node): [string, Json] => [memberName(parent, node), withEmptyContainers({}, node)])
  return Object.fromEntries([...filled, ...empty])
}

function isAlwaysThere({ kind, presence, whens, parent, use }: SchemaNode): boolean {
  const isChosen = parent?.kind === 'case' || parent?.kind === 'choice'
  return kind === 'container' && presence === undefined && whens.length === 0 && use === 'rw' && !isChosen
}
