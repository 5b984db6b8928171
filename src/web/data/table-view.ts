import { isArray, isJsonObject, type Json } from '../../data/json/json.ts'
import { dataNodes } from '../../data/paths/data-nodes.ts'
import { type Place, placeBelow } from '../../data/paths/place.ts'
import type { DataNode, DataObject } from '../../data/tree/data-node.ts'
import { DataList } from '../../data/tree/data-node.ts'
import type { SchemaNode } from '../../yang/model.ts'
import type { Work } from '../../yang/work.ts'
import type { DataTable, DataValue } from '../views/data-views.ts'
import { jsonPreview } from './json-preview.ts'
import { hrefTo, type PlaceOptions } from './page-options.ts'
import { isSecret } from './secrets.ts'
import { MAX_PATH, valueView } from './value-view.ts'

/** Which part of a list to show. */
export interface TableChoice {
  readonly page: number
  readonly filter: string
  readonly perPage: number
}

export const ENTRIES_PER_PAGE = 100
const MAX_COLUMNS = 6
const MAX_CELL_VALUES = 3
const MAX_CELL_CHARACTERS = 120

/** A page of a list: its keys first, then what tells its entries apart. */
export function* tableView(
  place: Place | undefined,
  list: DataList,
  options: PlaceOptions,
  { page, filter, perPage }: TableChoice,
): Work<DataTable> {
  const found = yield* matching(list, filter, options)
  const first = Math.max(0, Math.min(page - 1, Math.ceil(found.size / perPage) - 1)) * perPage
  const order = yield* found.orderWork()
  const entries = order.slice(first, first + perPage).map((index) => found.entry(index))
  const columns = columnsOf(list.node, entries)
  // The link contains the key, which the cell masks.
  const hidesKey = !options.showsSecrets && columns.some((column) => column.isKey && isSecret(column))
  return {
    columns: columns.map(({ name, units, isKey }) => ({ name, units, isKey })),
    rows: entries.map((entry) => {
      const at = entry.kind === 'object' ? placeOf(entry, place) : undefined
      return {
        href: at && !hidesKey ? linkTo(at, options) : undefined,
        cells: columns.map((column) => cellOf(entry, at && placeBelow(at, column), { column, options })),
      }
    }),
    total: list.size,
    found: found.size,
    first: first + 1,
  }
}

/** The entries that contain the text. Sorting comes after filtering. */
function* matching(list: DataList, filter: string, { showsSecrets }: PlaceOptions): Work<DataList> {
  const wanted = filter.trim().toLowerCase()
  if (wanted === '') return list
  const hidden = showsSecrets ? [] : dataNodes(list.node).filter(isSecret)
  const secrets = new Set(hidden.flatMap(({ name, module }) => [name, `${module}:${name}`]))
  const found = yield* filterWork(list.json, (entry) => holds(entry, wanted, secrets))
  return new DataList(list.node, found)
}

/** Entries worked on between two pauses. */
export const STEP = 200

/** Filters entries in slices. */
export function* filterWork<Entry>(
  entries: readonly Entry[],
  holds: (entry: Entry) => boolean,
): Work<readonly Entry[]> {
  const found: Entry[] = []
  for (const [index, entry] of entries.entries()) {
    if (holds(entry)) found.push(entry)
    if (index % STEP === 0) yield
  }
  return found
}

/** Whether one of an entry's own values contains the text. Secrets are not searched. */
function holds(entry: Json, wanted: string, secrets: ReadonlySet<string>): boolean {
  if (!isJsonObject(entry)) return false
  return Object.keys(entry).some((name) => !secrets.has(name) && hasText(entry[name], wanted))
}

function hasText(value: Json | undefined, wanted: string): boolean {
  if (isArray(value)) return value.some((each) => typeof each !== 'object' && hasText(each, wanted))
  return typeof value !== 'object' && String(value).toLowerCase().includes(wanted)
}

/** The keys, then the leaves that tell these entries apart best. */
function columnsOf(list: SchemaNode, entries: readonly DataNode[]): readonly SchemaNode[] {
  const leaves = dataNodes(list).filter(({ kind }) => kind === 'leaf' || kind === 'leaf-list')
  const keys = leaves.filter(({ isKey }) => isKey)
  const others = leaves
    .filter((node) => !node.isKey && !isSecret(node))
    .map((node) => ({ node, different: differentValues(node, entries) }))
    .filter(({ different }) => different > 0)
    .sort((one, other) => Number(other.different > 1) - Number(one.different > 1))
    .slice(0, Math.max(1, MAX_COLUMNS - keys.length))
    .map(({ node }) => node)
  return [...keys, ...leaves.filter((node) => others.includes(node))]
}

function differentValues(node: SchemaNode, entries: readonly DataNode[]): number {
  const values = new Set<string>()
  for (const entry of entries) {
    const child = entry.kind === 'object' ? entry.child(node) : undefined
    if (child && 'json' in child) values.add(jsonPreview(child.json, 200))
  }
  return values.size
}

interface Column {
  readonly column: SchemaNode
  readonly options: PlaceOptions
}

function cellOf(entry: DataNode, at: Place | undefined, { column, options }: Column): readonly DataValue[] {
  const child = entry.kind === 'object' ? entry.child(column) : undefined
  if (child?.kind === 'leaf') return [valueView(child, at, options, MAX_CELL_CHARACTERS)]
  if (child?.kind !== 'leaf-list') return []
  return child.first(MAX_CELL_VALUES).map((leaf) => valueView(leaf, at, options, MAX_CELL_CHARACTERS))
}

/** Undefined where the keys are too long for a request. */
function linkTo(place: Place, options: PlaceOptions): string | undefined {
  const href = hrefTo(place, options)
  return href.length <= MAX_PATH ? href : undefined
}

/** Undefined for an entry without usable keys. */
function placeOf({ keys, node }: DataObject, list: Place | undefined): Place | undefined {
  return keys && keys.length > 0 && node ? placeBelow(list?.parent, node, keys) : undefined
}
