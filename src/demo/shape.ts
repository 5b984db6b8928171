import { dataNodes, keyLeaves, memberName, nodeOfMember } from '../data/paths/data-nodes.ts'
import { valueFromText } from '../data/values/read-value.ts'
import { jsonOf } from '../data/values/value.ts'
import type { SchemaNode } from '../yang/model.ts'
import { isList, isObject, type Json, type JsonObject } from './json.ts'
import type { Query } from './target.ts'

/** A value as the query asks for it; undefined when nothing is left of it. */
export function shaped(value: Json, node: SchemaNode | undefined, query: Query): Json | undefined {
  const { withDefaults, content, fields, depth, isSpoilt } = query
  if (isSpoilt) return spoilt(value)
  let left: Json | undefined = value
  if (withDefaults && node) left = inside(left, node, (object, at) => defaulted(object, at, withDefaults))
  if (content && node) left = withContent(left, node, content)
  if (fields && left !== undefined) left = withFields(left, node, parseFields(fields))
  if (depth && left !== undefined) left = withDepth(left, node, depth)
  return left
}

function spoilt(value: Json): Json {
  if (isList(value)) return value.map(spoilt)
  if (!isObject(value)) return ''
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, spoilt(child)]))
}

/** The default of a leaf, as a real device answers when the leaf itself is asked for. */
export function defaultOf(node: SchemaNode | undefined): Json | undefined {
  const [text] = node?.kind === 'leaf' ? node.defaults : []
  if (!node || text === undefined) return undefined
  const value = valueFromText(text, node)
  return value.kind === 'misfit' ? undefined : jsonOf(value)
}

/** Applies a function to an object, or to each entry of a list. */
function inside(value: Json, node: SchemaNode, change: (object: JsonObject, node: SchemaNode) => Json): Json {
  if (isObject(value)) return change(value, node)
  if (isList(value)) return value.map((entry) => inside(entry, node, change))
  return value
}

type Mode = NonNullable<Query['withDefaults']>
const DEFAULT_TAG = { 'ietf-netconf-with-defaults:default': true }

function defaulted(object: JsonObject, parent: SchemaNode, mode: Mode): JsonObject {
  const members = Object.entries(object).flatMap(([name, value]): [string, Json][] => {
    const node = nodeOfMember(parent, name)
    if (!node) return [[name, value]]
    if (node.kind !== 'leaf') return [[name, inside(value, node, (at, below) => defaulted(at, below, mode))]]
    const isDefault = String(defaultOf(node)) === String(value) && !node.isKey
    return isDefault ? asDefault(name, value, mode) : [[name, value]]
  })
  const added = mode === 'trim' ? [] : absentDefaults(object, parent, mode)
  return Object.fromEntries([...members, ...added])
}

function absentDefaults(object: JsonObject, parent: SchemaNode, mode: Mode): [string, Json][] {
  return dataNodes(parent).flatMap((node): [string, Json][] => {
    const name = memberName(parent, node)
    const value = defaultOf(node)
    if (value === undefined || Object.hasOwn(object, name) || node.parent?.kind === 'case') return []
    return asDefault(name, value, mode)
  })
}

function asDefault(name: string, value: Json, mode: Mode): [string, Json][] {
  if (mode === 'trim') return []
  return mode === 'report-all'
    ? [[name, value]]
    : [
        [name, value],
        [`@${name}`, DEFAULT_TAG],
      ]
}

function withContent(value: Json, node: SchemaNode, content: 'config' | 'nonconfig'): Json | undefined {
  if (isList(value)) {
    const entries = value.flatMap((entry) => withContent(entry, node, content) ?? [])
    return entries.length === 0 ? undefined : entries
  }
  if (!isObject(value)) return (node.use === 'rw') === (content === 'config') ? value : undefined
  const left = Object.entries(value).flatMap(([name, child]): [string, Json][] => {
    const childNode = nodeOfMember(node, name)
    const kept = childNode?.isKey || !childNode ? child : withContent(child, childNode, content)
    return kept === undefined ? [] : [[name, kept]]
  })
  const hasMore = left.some(([name]) => !nodeOfMember(node, name)?.isKey)
  return hasMore || (content === 'config' && node.use === 'rw') ? Object.fromEntries(left) : undefined
}

/** The wanted members, each with the wanted members below it; an empty map means all. */
type Fields = ReadonlyMap<string, Fields>

/** `a;b/c;d(e;f)` of RFC 8040 section 4.8.3. */
function parseFields(text: string): Fields {
  let at = 0
  const parseList = (): Fields => {
    const fields = new Map<string, Fields>()
    do {
      const [name = ''] = /^[\w.:-]+/.exec(text.slice(at)) ?? []
      at += name.length
      fields.set(name, parseBelow())
    } while (text[at++] === ';')
    return fields
  }
  const parseBelow = (): Fields => {
    if (text[at] === '/') {
      at++
      const [name = ''] = /^[\w.:-]+/.exec(text.slice(at)) ?? []
      at += name.length
      return new Map([[name, parseBelow()]])
    }
    if (text[at] !== '(') return new Map()
    at++
    return parseList()
  }
  return parseList()
}

function withFields(value: Json, node: SchemaNode | undefined, fields: Fields): Json {
  if (fields.size === 0) return value
  if (isList(value)) return value.map((entry) => withFields(entry, node, fields))
  if (!isObject(value)) return value
  const keys = new Set(node?.kind === 'list' ? keyLeaves(node).map(({ name }) => name) : [])
  const left = Object.entries(value).flatMap(([name, child]): [string, Json][] => {
    if (keys.has(name)) return [[name, child]]
    const wanted = fields.get(name) ?? fields.get(name.replace(/^.*:/, ''))
    return wanted ? [[name, withFields(child, node && nodeOfMember(node, name), wanted)]] : []
  })
  return Object.fromEntries(left)
}

/** Keys are kept; a container below the depth looks empty. */
function withDepth(value: Json, node: SchemaNode | undefined, depth: number): Json {
  if (isList(value)) return value.map((entry) => withDepth(entry, node, depth))
  if (!isObject(value)) return value
  const keys = new Set(node?.kind === 'list' ? keyLeaves(node).map(({ name }) => name) : [])
  const left = Object.entries(value).flatMap(([name, child]): [string, Json][] => {
    if (depth > 1) return [[name, withDepth(child, node && nodeOfMember(node, name), depth - 1)]]
    return keys.has(name) ? [[name, child]] : []
  })
  return Object.fromEntries(left)
}
