import type { Json } from '../../data/json/json.ts'
import { dataNodes, keyLeaves } from '../../data/paths/data-nodes.ts'
import { type Place, pathOf, placeBelow } from '../../data/paths/place.ts'
import type { DataLeaf, DataLeafList } from '../../data/tree/data-leaf.ts'
import type { DataList, DataNode, DataObject } from '../../data/tree/data-node.ts'
import type { SchemaNode } from '../../yang/model.ts'
import type { Work } from '../../yang/work.ts'
import { fill } from '../texts/languages.ts'
import {
  type DataBody,
  type DataField,
  type DataLink,
  type DataSection,
  type DataValue,
  emptyBody,
  type NodeInfo,
  type PlainData,
} from '../views/data-views.ts'
import { jsonPreview, MASK } from './json-preview.ts'
import { infoOf } from './node-info.ts'
import { addressOf, hasPath, keysText, type PlaceOptions } from './page-options.ts'
import { isSecret, isSecretMember } from './secrets.ts'
import { type TableChoice, tableView } from './table-view.ts'
import { valueView } from './value-view.ts'

/** Containers inside the place are drawn on its page down to here; below they are links. */
const MAX_LEVEL = 3
const MAX_VALUES = 200
const MAX_PLAIN_CHARACTERS = 20_000
const MAX_NAME = 200

/** All that is drawn of a place and its data. */
export function* placeView(
  place: Place | undefined,
  data: DataNode,
  options: PlaceOptions,
  choice: TableChoice,
): Work<DataBody> {
  switch (data.kind) {
    case 'object':
      return yield* objectView(place, data, options, 2)
    case 'list': {
      const entry = entryOf(data, choice)
      if (entry) return yield* objectView(place, entry, options, 2)
      return { kind: 'table', table: yield* tableView(place, data, options, choice), moreHref: undefined }
    }
    case 'leaf':
      return { ...emptyBody, fields: [fieldView(place, data.node, [data], options)] }
    case 'leaf-list':
      return { ...emptyBody, fields: [valuesView(place, data, options)] }
    default:
      return { kind: 'plain', data: unknownView(data.node.name, data.json, options) }
  }
}

/** The entry that was asked for by its number. */
function entryOf(list: DataList, { entry }: TableChoice): DataObject | undefined {
  if (entry === undefined || list.node.keys.length > 0 || entry > list.size) return undefined
  const data = list.entry(entry - 1)
  return data.kind === 'object' ? data : undefined
}

function* objectView(
  place: Place | undefined,
  data: DataObject,
  options: PlaceOptions,
  level: number,
): Work<DataBody> {
  const fields: DataField[] = []
  const sections: DataSection[] = []
  const links: DataLink[] = []
  const { room } = options
  const nodes = nodesOf(data)
  const present = nodes.flatMap((node) => {
    const child = data.child(node)
    return child ? [{ node, child }] : []
  })
  yield
  const shown = present.filter(({ child }) => room.take(itemsOf(child)))
  for (const { node, child } of shown) {
    const at = placeBelow(place, node)
    yield
    if (child.kind === 'leaf') fields.push(fieldView(at, node, [child], options))
    else if (child.kind === 'leaf-list') fields.push(valuesView(at, child, options))
    else if (isCut(child) || (level > MAX_LEVEL && hasPath(at))) links.push(linkTo(at, child, options))
    else sections.push(yield* sectionOf(at, child, options, level))
  }
  const absent = nodes.filter((node) => data.child(node) === undefined)
  const unknown = [...data.unknown].filter(() => room.take(1))
  return {
    kind: 'object',
    fields,
    sections,
    links,
    absent: absent
      .filter(() => room.take(1))
      .map((node) => linkTo(placeBelow(place, node), undefined, options)),
    unknown: unknown.map(([name, json]) => unknownView(name, json, options)),
    omitted: present.length - shown.length + data.unknown.size - unknown.length,
  }
}

/** How much room on the page a node takes. A section brings its own heading, and may bring a table. */
function itemsOf(child: DataNode): number {
  if (child.kind === 'leaf-list') return Math.min(child.json.length, MAX_VALUES)
  return child.kind === 'leaf' ? 1 : 20
}

/** The nodes that may stand in an object, its keys first. */
function nodesOf(data: DataObject): readonly SchemaNode[] {
  const nodes = dataNodes(data.parent)
  return [...nodes.filter(({ isKey }) => isKey), ...nodes.filter(({ isKey }) => !isKey)]
}

/** Empty, or not sent because it lies too deep: the answer does not say which. */
function isCut(child: DataNode): boolean {
  return child.kind === 'object' && Object.keys(child.json).length === 0
}

function fieldView(
  place: Place | undefined,
  node: SchemaNode,
  leaves: readonly DataLeaf[],
  options: PlaceOptions,
): DataField {
  return {
    name: node.name,
    href: place && addressOf(place, options),
    values: leaves.map((leaf) => valueView(leaf, place, options)),
    omitted: 0,
    info: infoAt(place, node, options),
  }
}

function valuesView(place: Place | undefined, list: DataLeafList, options: PlaceOptions): DataField {
  const field = fieldView(place, list.node, list.first(MAX_VALUES), options)
  return { ...field, omitted: list.json.length - field.values.length }
}

function* sectionOf(place: Place, child: DataNode, options: PlaceOptions, level: number): Work<DataSection> {
  const head = {
    name: place.node.name,
    href: addressOf(place, options),
    level: level === 2 ? 2 : 3,
    info: infoAt(place, place.node, options),
  } as const
  if (child.kind === 'object') return { ...head, body: yield* objectView(place, child, options, level + 1) }
  if (child.kind === 'list') {
    if (!hasPath(place)) return { ...head, body: yield* entriesView(place, child, options, level + 1) }
    const table = yield* tableView(place, child, options, { page: 1, filter: '', perPage: 10 })
    const moreHref = table.total > table.rows.length ? head.href : undefined
    return { ...head, body: { kind: 'table', table, moreHref } }
  }
  return { ...head, body: { kind: 'plain', data: unknownView(place.node.name, jsonIn(child), options) } }
}

/** Entries that have no page of their own are shown whole, one below the other. */
function* entriesView(place: Place, list: DataList, options: PlaceOptions, level: number): Work<DataBody> {
  const sections: DataSection[] = []
  const shown = list.json.slice(0, MAX_VALUES).filter(() => options.room.take(20))
  for (const index of shown.keys()) {
    const entry = list.entry(index)
    if (entry.kind !== 'object') continue
    const keys = entry.keys ?? []
    const at = placeBelow(place.parent, place.node, keys)
    const isNamed = keys.length > 0 && !keyLeaves(list.node).some(isSecret)
    const name = isNamed ? options.room.cut(keysText(at), MAX_NAME) : `${index + 1}`
    const body = yield* objectView(at, entry, options, level + 1)
    sections.push({ name, href: undefined, level: 3, info: undefined, body })
  }
  return { ...emptyBody, sections, omitted: list.size - sections.length }
}

function jsonIn(data: DataNode): Json {
  return data.kind === 'any' || data.kind === 'misfit' ? data.json : null
}

function linkTo(place: Place, child: DataNode | undefined, options: PlaceOptions): DataLink {
  const { node } = place
  return {
    name: node.name,
    href: addressOf(place, options),
    hint: child?.kind === 'list' ? countOf(child.size, options) : '',
  }
}

function countOf(count: number, { language }: PlaceOptions): string {
  const { entries, oneEntry } = language.text.data.list
  return count === 1 ? oneEntry : fill(entries, { count: language.format.integer(BigInt(count)) })
}

function infoAt(place: Place | undefined, node: SchemaNode, { model, language }: PlaceOptions): NodeInfo {
  return infoOf(node, pathOf(place), { model, text: language.text })
}

/** Data without a model is masked when its name looks like a secret's. */
function unknownView(name: string, json: Json, options: PlaceOptions): PlainData {
  return plainView(name, options.showsSecrets || !isSecretMember(name, json) ? json : MASK, options)
}

/** JSON for people, cut. */
export function plainView(
  name: string,
  json: Json,
  { showsSecrets, room }: Pick<PlaceOptions, 'showsSecrets' | 'room'>,
): PlainData {
  const preview = jsonPreview(json, MAX_PLAIN_CHARACTERS, showsSecrets ? undefined : isSecretMember)
  return { name: room.cut(name, MAX_NAME), json: room.cut(preview, MAX_PLAIN_CHARACTERS + 2) }
}

/** Whether something on the page is not described by the model. */
export function hasUnknown(body: DataBody): boolean {
  if (body.kind !== 'object') return false
  return body.unknown.length > 0 || body.sections.some(({ body }) => hasUnknown(body))
}

/** Whether a secret on the page is masked. */
export function hidesSomething(body: DataBody): boolean {
  if (body.kind === 'plain') return isMaskedIn(body.data)
  if (body.kind === 'table')
    return body.table.rows.some(({ cells }) => cells.some((cell) => cell.some(isMasked)))
  const { fields, sections, unknown } = body
  return (
    unknown.some(isMaskedIn) ||
    fields.some(({ values }) => values.some(isMasked)) ||
    sections.some(({ body }) => hidesSomething(body))
  )
}

const isMasked = ({ kind }: DataValue) => kind === 'secret'
const isMaskedIn = ({ json }: PlainData) => json.includes(MASK)
