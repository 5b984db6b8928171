import { dataNode, keyLeaves, memberName, nodeOfMember } from '../data/paths/data-nodes.ts'
import type { Model, SchemaNode } from '../yang/model.ts'
import type { Access, Account } from './accounts.ts'
import { type Answer, badRequest, dataAnswer, noData, unsupportedContent } from './answer.ts'
import type { Datastore } from './datastore.ts'
import { isList, isObject, type Json, type JsonObject, member } from './json.ts'
import { defaultOf, shaped } from './shape.ts'
import type { DataTarget, Step } from './target.ts'
import { without } from './tree.ts'

/** How the answers of real devices differ. */
export interface Manner {
  /** rousette's answers start at the top of the data; those of RFC 8040 and clixon at the requested resource. */
  readonly isNested: boolean
  /** clixon wraps a whole datastore in `ietf-restconf:data`. */
  readonly isWrapped: boolean
}

/** GET of data. Denied and missing data get the same answer. */
export function readData(
  { datastore, model, manner }: { datastore: Datastore; model: Model; manner: Manner },
  account: Account,
  target: DataTarget,
): Answer {
  const { query } = target
  // rousette answers 500 to this
  if (target.isNamed && target.datastore !== 'operational' && query.content) return unsupportedContent
  const data = visibleTo(account.access, datastore.read(target.datastore, model), model)
  const way = findWay(model, data, target.steps)
  if (typeof way === 'string') return badRequest(way)
  if (Object.keys(data).length === 0) return noData
  const picked = pick(data, way, (value, node) => shaped(value, node, query))
  if (picked === undefined) return noData
  const last = way.at(-1)
  if (!last) return dataAnswer(manner.isWrapped ? { 'ietf-restconf:data': picked } : picked)
  return dataAnswer(manner.isNested ? picked : bare(picked, way, last))
}

/** A resolved step: its member name in the data, and its node if the model has one. */
export interface KnownStep {
  readonly name: string
  readonly module: string
  readonly node: SchemaNode | undefined
  readonly keys: readonly string[] | undefined
}

/** Resolves the steps by the model, or by the data where the model ends; else the error of a real device. */
export function findWay(model: Model, data: Json, steps: readonly Step[]): readonly KnownStep[] | string {
  const way: KnownStep[] = []
  let values: Json | undefined = data
  for (const step of steps) {
    const known = knowStep(step, way.at(-1), model)
    if (!known) return `Couldn't find schema node: /${step.name}`
    values = firstMember(values, known.name)
    if (!known.node && values === undefined) return unknownStep(model, way, known)
    const missing = known.node && missingKeys(known.node, step.keys, pathText([...way, known]))
    if (missing) return missing
    way.push(known)
  }
  return way
}

function knowStep({ module: prefix, name, keys }: Step, last: KnownStep | undefined, model: Model) {
  const module = prefix ?? last?.module
  if (module === undefined) return undefined
  const parent = last ? last.node : model
  const node = parent && dataNode(parent, module, name)
  const called = node && parent ? memberName(parent, node) : `${prefix ? `${prefix}:` : ''}${name}`
  return { name: called, module, node, keys }
}

function unknownStep(model: Model, way: readonly KnownStep[], { module, name }: KnownStep): string {
  const local = name.replace(/^.*:/, '')
  if (way.length === 0 || !model.modules.has(module)) return `Couldn't find schema node: /${module}:${local}`
  return `Node '${local}' is not a child of '${pathText(way)}'`
}

function missingKeys(node: SchemaNode, keys: readonly string[] | undefined, path: string) {
  const wanted = node.kind === 'list' ? node.keys.length : node.kind === 'leaf-list' ? 1 : 0
  if ((keys?.length ?? 0) === wanted) return undefined
  return node.kind === 'leaf-list'
    ? `Leaf-list '${path}' requires exactly one key`
    : `List '${path}' requires ${wanted} keys`
}

const pathText = (way: readonly { readonly name: string }[]) => `/${way.map(({ name }) => name).join('/')}`

function firstMember(value: Json | undefined, name: string): Json | undefined {
  if (!isList(value)) return member(value, name)
  return value.map((entry) => member(entry, name)).find((found) => found !== undefined)
}

type Shape = (value: Json, node: SchemaNode | undefined) => Json | undefined

/** The data at the end of the steps, shaped, inside its ancestors; undefined where there is none. */
function pick(
  value: Json,
  [step, ...rest]: readonly KnownStep[],
  shape: Shape,
  node?: SchemaNode,
): Json | undefined {
  if (!step) return shape(value, node)
  const child = member(value, step.name) ?? (rest.length === 0 ? defaultOf(step.node) : undefined)
  if (child === undefined) return undefined
  const picked =
    isList(child) && step.keys
      ? pickEntries(child, step, (entry) => pick(entry, rest, shape, step.node))
      : pick(child, rest, shape, step.node)
  return picked === undefined ? undefined : { [step.name]: picked }
}

/** A part of an entry comes with the entry's keys, which identify the entry. */
function pickEntries(
  list: readonly Json[],
  { node, keys = [] }: KnownStep,
  go: (entry: Json) => Json | undefined,
): Json | undefined {
  const names = node?.kind === 'list' ? keyLeaves(node).map(({ name }) => name) : []
  const isMeant = (entry: Json) =>
    isObject(entry)
      ? names.every((name, index) => String(member(entry, name)) === keys[index])
      : String(entry) === keys[0]
  const entries = list.filter(isMeant).flatMap((entry) => {
    const picked = go(entry)
    if (!isObject(picked)) return picked ?? []
    return [{ ...Object.fromEntries(names.map((name) => [name, member(entry, name) ?? ''])), ...picked }]
  })
  return entries.length === 0 ? undefined : entries
}

function bare(picked: Json, way: readonly KnownStep[], { module, name }: KnownStep): Json {
  let value: Json | undefined = picked
  for (const step of way) {
    const inside: Json | undefined = isList(value) ? value[0] : value
    value = member(inside, step.name)
  }
  return { [name.includes(':') ? name : `${module}:${name}`]: value ?? null }
}

/** The data that this account may see; the rest is left out silently. */
function visibleTo({ read }: Access, data: JsonObject, model: Model): JsonObject {
  if (read === 'all') return data
  if (read === 'none') return {}
  const open = withoutSecrets(data, model)
  return read.allBut.reduce((left, resource) => {
    const pruned = without(left, resource.split('/'))
    return isObject(pruned) ? pruned : left
  }, open)
}

/** Leaves out what `nacm:default-deny-all` reserves for accounts that may see everything. */
function withoutSecrets(data: JsonObject, parent: Model | SchemaNode): JsonObject {
  const left = Object.entries(data).flatMap(([name, value]): [string, Json][] => {
    const node = nodeOfMember(parent, name)
    if (!node) return [[name, value]]
    if (node.access === 'default-deny-all') return []
    if (isObject(value)) return [[name, withoutSecrets(value, node)]]
    if (!isList(value)) return [[name, value]]
    return [[name, value.map((entry) => (isObject(entry) ? withoutSecrets(entry, node) : entry))]]
  })
  return Object.fromEntries(left)
}
