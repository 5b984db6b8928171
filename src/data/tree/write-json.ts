import type { Json, JsonObject } from '../json/json.ts'
import { isJsonObject, objectOf } from '../json/json.ts'
import { keyLeaves, memberName } from '../paths/data-nodes.ts'
import type { Place } from '../paths/place.ts'
import { jsonOf } from '../values/value.ts'
import type { DataLeaf } from './data-leaf.ts'
import type { DataNode, DataObject } from './data-node.ts'

/**
 * Data as RFC 7951 writes it: values in canonical form, a module where it changes, lists in arrays, no annotations.
 * What does not fit its node or is not known to the model stays as it was.
 */
export function writeJson(data: DataNode): Json {
  switch (data.kind) {
    case 'object':
      return writeObject(data)
    case 'list':
      return [...data.json.keys()].map((index) => writeJson(data.entry(index)))
    case 'leaf':
      return writeLeaf(data)
    case 'leaf-list':
      return data.items.map(writeLeaf)
    default:
      return data.json
  }
}

function writeObject({ parent, children, unknown }: DataObject): JsonObject {
  const known = [...children].map(([node, data]) => [memberName(parent, node), writeJson(data)] as const)
  return objectOf([...known, ...unknown])
}

export function writeLeaf({ value, json }: DataLeaf): Json {
  return value.kind === 'misfit' ? json : jsonOf(value)
}

/** The node inside all its ancestors from the top, list entries with their keys. */
export function nestedBody(place: Place, json: Json): JsonObject {
  const { parent, node, keys } = place
  const entry =
    node.kind === 'list' && isJsonObject(json)
      ? objectOf([...keyMembers(place), ...Object.entries(json)])
      : json
  const name = node.module === parent?.node.module ? node.name : `${node.module}:${node.name}`
  const body = { [name]: keys.length > 0 ? [entry] : entry }
  return parent ? nestedBody(parent, body) : body
}

function keyMembers({ node, keys }: Place): readonly (readonly [string, Json])[] {
  return keyLeaves(node).flatMap(({ name }, index) => {
    const value = keys[index]
    return value ? [[name, jsonOf(value)] as const] : []
  })
}
