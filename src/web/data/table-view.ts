import { isArray, isJsonObject, type Json, memberOf } from '../../data/json/json.ts'
import { dataNodes, keyLeaves, memberName } from '../../data/paths/data-nodes.ts'
import { type Place, placeBelow } from '../../data/paths/place.ts'
import type { DataNode, DataObject } from '../../data/tree/data-node.ts'
import { DataList } from '../../data/tree/data-node.ts'
import type { SchemaNode } from '../../yang/model.ts'
import type { Work } from '../../yang/work.ts'
import { fill } from '../texts/languages.ts'
import type { DataTable, DataValue } from '../views/data-views.ts'
import { withQuery } from './address.ts'
import { addressOf, type PlaceOptions } from './page-options.ts'
import { isSecret } from './secrets.ts'
import { type Column, columnsOf, containersIn, dataAt, headingsOf, placeAt } from './table-columns.ts'
import { bareValue, valueView } from './value-view.ts'

/** Which part of a list to show. */
export interface TableChoice {
  readonly page: number
  readonly filter: string
  readonly perPage: number
  /** Of a list without keys, the entry to show alone: its number, from 1. */
  readonly entry?: number | undefined
}

export const ENTRIES_PER_PAGE = 100
const MAX_CELL_VALUES = 3
const MAX_CELL_CHARACTERS = 120

/** A page of a list: its keys first, then what tells its entries apart. */
export function* tableView(
  place: Place | undefined,
  list: DataList,
  options: PlaceOptions,
  { page, filter, perPage }: TableChoice,
): Work<DataTable> {
  const indexes = yield* matching(list, filter, options)
  const found = new DataList(
    list.node,
    indexes ? indexes.map((index) => list.json[index] ?? null) : list.json,
  )
  const first = Math.max(0, Math.min(page - 1, Math.ceil(found.size / perPage) - 1)) * perPage
  const order = (yield* found.orderWork()).slice(first, first + perPage)
  const entries = order.map((index) => found.entry(index))
  const columns = columnsOf(list.node, entries)
  // The link contains the key, which the cell masks.
  const hidesKey = !options.showsSecrets && keyLeaves(list.node).some(isSecret)
  return {
    columns: headingsOf(columns),
    rows: entries.map((entry, row) => {
      const at = entry.kind === 'object' ? placeOf(entry, place) : undefined
      const index = order[row] ?? 0
      return {
        href: hidesKey ? undefined : hrefOf(at, { list: place, index: indexes?.[index] ?? index }, options),
        cells: columns.map((column) => cellOf(entry, at ?? place, { column, options })),
      }
    }),
    total: list.size,
    found: found.size,
    first: first + 1,
  }
}

interface Position {
  readonly list: Place | undefined
  readonly index: number
}

/** An entry without keys is addressed by its number. */
function hrefOf(at: Place | undefined, { list, index }: Position, options: PlaceOptions): string | undefined {
  if (at) return addressOf(at, options)
  const href = list?.node.keys.length === 0 ? addressOf(list, options) : undefined
  return href && withQuery(href, { entry: String(index + 1) })
}

/** The indexes of the entries that contain the text; undefined for all. Sorting comes after filtering. */
function* matching(
  { node, json }: DataList,
  filter: string,
  { showsSecrets }: PlaceOptions,
): Work<readonly number[] | undefined> {
  const wanted = filter.trim().toLowerCase()
  if (wanted === '') return undefined
  const searched = searchedIn(node, showsSecrets)
  return yield* filterWork([...json.keys()], (index) => holds(json[index] ?? null, wanted, searched))
}

/** An object in an entry, and its members that are not searched. */
interface Searched {
  readonly names: readonly string[]
  readonly secrets: ReadonlySet<string>
}

/** The objects in an entry that columns come from. */
function searchedIn(list: SchemaNode, showsSecrets: boolean): readonly Searched[] {
  return containersIn(list).map((way) => {
    const parent = way.at(-1) ?? list
    const secrets = showsSecrets ? [] : dataNodes(parent).filter(isSecret)
    return {
      names: way.map((node, index) => memberName(way[index - 1] ?? list, node)),
      secrets: new Set(secrets.flatMap((node) => [memberName(parent, node), `${node.module}:${node.name}`])),
    }
  })
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

/** Whether one of an entry's values contains the text. Secrets are not searched. */
function holds(entry: Json, wanted: string, searched: readonly Searched[]): boolean {
  return searched.some(({ names, secrets }) => {
    const object = names.reduce<Json | undefined>((json, name) => memberOf(json, name), entry)
    if (!isJsonObject(object)) return false
    return Object.keys(object).some((name) => !secrets.has(name) && hasText(object[name], wanted))
  })
}

function hasText(value: Json | undefined, wanted: string): boolean {
  if (isArray(value)) return value.some((each) => typeof each !== 'object' && hasText(each, wanted))
  return typeof value !== 'object' && String(value).toLowerCase().includes(wanted)
}

function cellOf(entry: DataNode, at: Place | undefined, { column, options }: Cell): readonly DataValue[] {
  const data = dataAt(entry, column)
  const place = at && placeAt(at, column)
  if (data?.kind === 'leaf') return [valueView(data, place, options, MAX_CELL_CHARACTERS)]
  if (data?.kind !== 'leaf-list') return []
  const values = data
    .first(MAX_CELL_VALUES)
    .map((leaf) => valueView(leaf, place, options, MAX_CELL_CHARACTERS))
  return [...values, ...moreValues(data.json.length - values.length, options)]
}

function moreValues(count: number, { language }: PlaceOptions): readonly DataValue[] {
  if (count === 0) return []
  const text = fill(language.text.data.values.more, { count: language.format.integer(BigInt(count)) })
  return [{ ...bareValue, kind: 'nothing', text }]
}

interface Cell {
  readonly column: Column
  readonly options: PlaceOptions
}

/** Undefined for an entry that its keys do not tell from others. */
function placeOf({ keys, node }: DataObject, list: Place | undefined): Place | undefined {
  return keys && keys.length > 0 && node ? placeBelow(list?.parent, node, keys) : undefined
}
