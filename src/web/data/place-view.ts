import type { Json } from '../../data/json/json.ts'
import { dataNodes } from '../../data/paths/data-nodes.ts'
import { type Place, pathOf, placeBelow } from '../../data/paths/place.ts'
import type { DataLeaf } from '../../data/tree/data-leaf.ts'
import type { DataNode, DataObject } from '../../data/tree/data-node.ts'
import type { SchemaNode } from '../../yang/model.ts'
import type { Work } from '../../yang/work.ts'
import { fill } from '../texts/languages.ts'
import type {
  DataBody,
  DataField,
  DataLink,
  DataSection,
  DataValue,
  NodeInfo,
  PlainData,
} from '../views/data-views.ts'
import { jsonPreview } from './json-preview.ts'
import { infoOf } from './node-info.ts'
import { isSecretMember } from './secrets.ts'
import { hrefTo, type PlaceSetting } from './setting.ts'
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
  setting: PlaceSetting,
  choice: TableChoice,
): Work<DataBody> {
  switch (data.kind) {
    case 'object':
      return yield* objectView(place, data, setting, 2)
    case 'list':
      return { kind: 'table', table: yield* tableView(place, data, setting, choice), moreHref: undefined }
    case 'leaf':
    case 'leaf-list':
      return {
        kind: 'object',
        fields: [
          data.kind === 'leaf'
            ? fieldView(place, data.node, [data], setting)
            : fieldView(place, data.node, data.first(MAX_VALUES), setting, data.json.length),
        ],
        sections: [],
        links: [],
        absent: [],
        unknown: [],
        omitted: 0,
      }
    default:
      return { kind: 'plain', data: unknownView(data.node.name, data.json, setting) }
  }
}

function* objectView(
  place: Place | undefined,
  data: DataObject,
  setting: PlaceSetting,
  level: number,
): Work<DataBody> {
  const fields: DataField[] = []
  const sections: DataSection[] = []
  const links: DataLink[] = []
  const { room } = setting
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
    if (child.kind === 'leaf') fields.push(fieldView(at, node, [child], setting))
    else if (child.kind === 'leaf-list')
      fields.push(fieldView(at, node, child.first(MAX_VALUES), setting, child.json.length))
    else if (level > MAX_LEVEL || isCut(child)) links.push(linkTo(at, child, setting))
    else sections.push(yield* sectionOf(at, child, setting, level))
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
      .map((node) => linkTo(placeBelow(place, node), undefined, setting)),
    unknown: unknown.map(([name, json]) => unknownView(name, json, setting)),
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
  setting: PlaceSetting,
  count = leaves.length,
): DataField {
  return {
    name: node.name,
    href: hrefTo(place, setting),
    values: leaves.map((leaf) => valueView(leaf, place, setting)),
    omitted: count - leaves.length,
    info: infoAt(place, node, setting),
  }
}

function* sectionOf(place: Place, child: DataNode, setting: PlaceSetting, level: number): Work<DataSection> {
  const head = {
    name: place.node.name,
    href: hrefTo(place, setting),
    level: level === 2 ? 2 : 3,
    info: infoAt(place, place.node, setting),
  } as const
  if (child.kind === 'object') return { ...head, body: yield* objectView(place, child, setting, level + 1) }
  if (child.kind === 'list') {
    const table = yield* tableView(place, child, setting, { page: 1, filter: '', perPage: 10 })
    const moreHref = table.total > table.rows.length ? head.href : undefined
    return { ...head, body: { kind: 'table', table, moreHref } }
  }
  return { ...head, body: { kind: 'plain', data: unknownView(place.node.name, jsonIn(child), setting) } }
}

function jsonIn(data: DataNode): Json {
  return data.kind === 'any' || data.kind === 'misfit' ? data.json : null
}

function linkTo(place: Place, child: DataNode | undefined, setting: PlaceSetting): DataLink {
  const { node } = place
  return {
    name: node.name,
    href: hrefTo(place, setting),
    hint: child?.kind === 'list' ? countOf(child.size, setting) : '',
  }
}

function countOf(count: number, { language }: PlaceSetting): string {
  const { entries, oneEntry } = language.text.data.list
  return count === 1 ? oneEntry : fill(entries, { count: language.format.integer(BigInt(count)) })
}

function infoAt(place: Place | undefined, node: SchemaNode, { language }: PlaceSetting): NodeInfo {
  return infoOf(node, pathOf(place), language.text)
}

/** What no model describes may hold what is called like a secret. */
function unknownView(name: string, json: Json, setting: PlaceSetting): PlainData {
  return plainView(name, setting.showsSecrets || !isSecretMember(name, json) ? json : '••••••', setting)
}

/** JSON to look at, as far as somebody would read it. */
export function plainView(
  name: string,
  json: Json,
  { showsSecrets, room }: Pick<PlaceSetting, 'showsSecrets' | 'room'>,
): PlainData {
  const preview = jsonPreview(json, MAX_PLAIN_CHARACTERS, showsSecrets ? undefined : isSecretMember)
  return { name: room.cut(name, MAX_NAME), json: room.cut(preview, MAX_PLAIN_CHARACTERS + 2) }
}

/** Whether something on the page is in no model that could be read. */
export function hasUnknown(body: DataBody): boolean {
  if (body.kind !== 'object') return false
  return body.unknown.length > 0 || body.sections.some(({ body }) => hasUnknown(body))
}

/** Whether a secret on the page is masked. */
export function hidesSomething(body: DataBody): boolean {
  if (body.kind === 'plain') return false
  if (body.kind === 'table')
    return body.table.rows.some(({ cells }) => cells.some((cell) => cell.some(isMasked)))
  const { fields, sections } = body
  return (
    fields.some(({ values }) => values.some(isMasked)) || sections.some(({ body }) => hidesSomething(body))
  )
}

const isMasked = ({ kind }: DataValue) => kind === 'secret'
