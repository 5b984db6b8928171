import { dataChildren } from '../../yang/children.ts'
import type { SchemaNode } from '../../yang/model.ts'
import { finish, type Work } from '../../yang/work.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { isArray, isJsonObject, memberOf } from '../json/json.ts'
import type { DataParent } from '../paths/data-nodes.ts'
import { isModel, nodeOfMember } from '../paths/data-nodes.ts'
import type { Value } from '../values/value.ts'
import { textOf } from '../values/value.ts'
import { DataLeaf, DataLeafList } from './data-leaf.ts'
import { joinKeys, keysOf, keyTextsOf } from './entry-keys.ts'
import { naturalOrderWork } from './natural-order.ts'

/** The data at one node of the model. */
export type DataNode = DataObject | DataList | DataLeaf | DataLeafList | DataAny | DataMisfit

/** The content of `anydata` or `anyxml`, which no model describes. */
export interface DataAny {
  readonly kind: 'any'
  readonly node: SchemaNode
  readonly json: Json
}

/** JSON that does not have the shape of its node, such as a number for a container. It is kept as it is. */
export interface DataMisfit {
  readonly kind: 'misfit'
  readonly node: SchemaNode
  readonly json: Json
}

/** Reads JSON as the data of a node. The content is read when it is first asked for. */
export function readNode(node: SchemaNode, json: Json, annotation?: Json): DataNode {
  switch (node.kind) {
    case 'leaf':
      return new DataLeaf(node, json, annotation)
    case 'leaf-list':
      return new DataLeafList(node, isArray(json) ? json : [json], annotation)
    case 'anydata':
    case 'anyxml':
      return { kind: 'any', node, json }
    case 'list':
      // RFC 7951 puts entries into an array; some servers send a single entry without one.
      if (isArray(json)) return new DataList(node, json)
      return isJsonObject(json) ? new DataList(node, [json]) : { kind: 'misfit', node, json }
    default:
      return isJsonObject(json) ? new DataObject(node, json) : { kind: 'misfit', node, json }
  }
}

/** The top of the data, a container, or one entry of a list. */
export class DataObject {
  readonly kind = 'object'
  /** The node it is of; the model at the top. */
  readonly parent: DataParent
  readonly json: JsonObject
  #members: Members | undefined

  constructor(parent: DataParent, json: JsonObject) {
    this.parent = parent
    this.json = json
  }

  /** Undefined at the top. */
  get node(): SchemaNode | undefined {
    return isModel(this.parent) ? undefined : this.parent
  }

  /** The child nodes that the data has, in the order of the data. */
  get children(): ReadonlyMap<SchemaNode, DataNode> {
    this.#members ??= sortMembers(this.parent, this.json)
    return this.#members.children
  }

  child(node: SchemaNode): DataNode | undefined {
    return this.children.get(node)
  }

  /** Members that the model does not know, as they were sent. */
  get unknown(): ReadonlyMap<string, Json> {
    this.#members ??= sortMembers(this.parent, this.json)
    return this.#members.unknown
  }

  /** What the device says about the object itself (RFC 7952). */
  get annotations(): JsonObject | undefined {
    const annotations = memberOf(this.json, '@')
    return isJsonObject(annotations) ? annotations : undefined
  }

  /** A list entry's keys in order; undefined when one is missing or does not fit its type. */
  get keys(): readonly Value[] | undefined {
    return this.node && keysOf(this.node, this.json)
  }

  /** The case of a choice that the data has: at least one of its nodes is present. */
  chosenCase(choice: SchemaNode): SchemaNode | undefined {
    return choice.children.find((each) => dataChildren(each).some((node) => this.children.has(node)))
  }
}

interface Members {
  readonly children: ReadonlyMap<SchemaNode, DataNode>
  readonly unknown: ReadonlyMap<string, Json>
}

function sortMembers(parent: DataParent, json: JsonObject): Members {
  const children = new Map<SchemaNode, DataNode>()
  const unknown = new Map<string, Json>()
  const names = Object.keys(json)
  // With very many members, looking for an annotation of each takes longer than everything else.
  const hasAnnotations = names.some((name) => name.startsWith('@'))
  for (const name of names) {
    const member = json[name] ?? null
    const node = nodeOfMember(parent, name)
    const annotation = hasAnnotations ? memberOf(json, `@${name}`) : undefined
    if (node) children.set(node, readNode(node, member, annotation))
    else if (!isAnnotation(name, json)) unknown.set(name, member)
  }
  return { children, unknown }
}

/** `@name` says something about the member `name`, `@` about the object. */
function isAnnotation(name: string, json: JsonObject): boolean {
  return name.startsWith('@') && (name === '@' || Object.hasOwn(json, name.slice(1)))
}

/** The entries of a list. Each is read when it is asked for: there may be a million. */
export class DataList {
  readonly kind = 'list'
  readonly node: SchemaNode
  readonly json: readonly Json[]
  #byKey: ReadonlyMap<string, number> | undefined
  #order: readonly number[] | undefined

  constructor(node: SchemaNode, json: readonly Json[]) {
    this.node = node
    this.json = json
  }

  get size(): number {
    return this.json.length
  }

  /** By its index in the data. */
  entry(index: number): DataObject | DataMisfit {
    const json = this.json[index] ?? null
    return isJsonObject(json) ? new DataObject(this.node, json) : { kind: 'misfit', node: this.node, json }
  }

  /** When several entries have equal keys, the last one: devices store the last value written. */
  find(keys: readonly Value[]): DataObject | undefined {
    return this.keyed(joinKeys(keys.map(textOf)))
  }

  /** By the text of its keys. */
  keyed(text: string): DataObject | undefined {
    const index = this.byKey.get(text)
    const entry = index === undefined ? undefined : this.entry(index)
    return entry?.kind === 'object' ? entry : undefined
  }

  /** The index of each entry by the text of its keys, without entries whose keys are missing or invalid. */
  get byKey(): ReadonlyMap<string, number> {
    return finish(this.indexWork())
  }

  /** {@link index} in slices. */
  *indexWork(): Work<ReadonlyMap<string, number>> {
    this.#byKey ??= yield* this.#index()
    return this.#byKey
  }

  *#index(): Work<ReadonlyMap<string, number>> {
    const byKey = new Map<string, number>()
    for (const [index, entry] of this.json.entries()) {
      if (index % 500 === 0) yield
      const texts = keyTextsOf(this.node, entry)
      if (texts) byKey.set(joinKeys(texts), index)
    }
    return byKey
  }

  /** The indexes of all entries, in natural order of their keys unless the list is ordered by the user. */
  get order(): readonly number[] {
    return finish(this.orderWork())
  }

  /** {@link order} in slices: a list of a hundred thousand entries takes a third of a second. */
  *orderWork(): Work<readonly number[]> {
    this.#order ??= yield* this.#sort()
    return this.#order
  }

  *#sort(): Work<readonly number[]> {
    const { node, json } = this
    if (node.isUserOrdered || node.keys.length === 0) return [...json.keys()]
    return yield* naturalOrderWork(json.values().map((entry) => keyTextsOf(node, entry) ?? []))
  }
}
