import { compareWork } from '../../data/differences/difference.ts'
import { listDifferences } from '../../data/differences/list-differences.ts'
import type { Json } from '../../data/json/json.ts'
import { type Place, pathOf } from '../../data/paths/place.ts'
import { DataObject } from '../../data/tree/data-node.ts'
import { locate, readAnswer } from '../../data/tree/read-answer.ts'
import { nestedBody } from '../../data/tree/write-json.ts'
import type { Model } from '../../yang/model.ts'
import type { Work } from '../../yang/work.ts'
import { fill } from '../texts/languages.ts'
import type { DataRow, DataTable, DataValue } from '../views/data-views.ts'
import { hrefTo, type PlaceOptions } from './page-options.ts'
import { bareValue, valueView } from './value-view.ts'

/** What one datastore has at the place; undefined where it could not be read. */
export interface Side {
  readonly name: string
  readonly json: Json | undefined
}

const MAX_DIFFERENCES = 500
const MAX_VALUES = 20
const UNREAD = '?'

/** What differs between datastores. */
export interface Comparison {
  readonly table: DataTable
  /** There are more differences than the table shows. */
  readonly isCut: boolean
}

/** What differs between datastores at one place, each of them a column. */
export function* compareView(place: Place, sides: readonly Side[], options: PlaceOptions): Work<Comparison> {
  const trees = sides.map(({ json }) => (json === undefined ? undefined : treeOf(options.model, place, json)))
  const found = yield* differingPlaces(trees.filter((tree) => tree !== undefined))
  const places = found.slice(0, MAX_DIFFERENCES)
  const { item } = options.language.text.data.compare
  const table = {
    columns: [item, ...sides.map(({ name }) => name)].map((name) => ({
      name,
      units: undefined,
      isKey: false,
    })),
    rows: places.map((at): DataRow => {
      const cells = trees.map((tree) => cellOf(tree, at, options))
      const name = [textOf(nameFrom(place, at))]
      return { href: hrefTo(at, options), cells: [name, ...cells], differs: [false, ...changes(cells)] }
    }),
    total: places.length,
    found: places.length,
    first: 1,
  }
  return { table, isCut: found.length > places.length }
}

/** For each cell, whether it differs from the last readable cell before it. */
function changes(cells: readonly (readonly DataValue[])[]): readonly boolean[] {
  const texts = cells.map((values) => values.map(({ text }) => text).join('\n'))
  return texts.map((text, index) => {
    const before = texts.slice(0, index).findLast((each) => each !== UNREAD)
    return before !== undefined && text !== UNREAD && text !== before
  })
}

/** Reads each side into a tree from the top, so that a place missing from one side is a difference like any other. */
function treeOf(model: Model, place: Place, json: Json): DataObject {
  const answer = readAnswer(model, place, json)
  if (answer.kind !== 'data') return new DataObject(model, {})
  const { data } = answer
  const [only] = data.kind === 'leaf-list' && place.keys.length > 0 ? data.json : [data.json]
  return new DataObject(model, nestedBody(place, only ?? null))
}

/**
 * Compares each tree with the one before it; a place without a difference there is equal in all. Looks for one place more
 * than is shown, to know whether there are more.
 */
function* differingPlaces(trees: readonly DataObject[]): Work<readonly Place[]> {
  const places = new Map<string, Place>()
  for (const [index, tree] of trees.entries()) {
    const before = trees[index - 1]
    if (!before) continue
    for (const { place } of listDifferences(yield* compareWork(before, tree, { configOnly: true }))) {
      if (place) places.set(pathOf(place), place)
      if (places.size > MAX_DIFFERENCES) return [...places.values()]
    }
  }
  return [...places.values()]
}

/** The path of a place relative to the compared place. */
function nameFrom(place: Place, at: Place): string {
  const [above, path] = [pathOf(place), pathOf(at)]
  const below = path.startsWith(`${above}/`) ? path.slice(above.length + 1) : path.split('/').at(-1)
  return readable(below ?? path)
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function cellOf(tree: DataObject | undefined, at: Place, options: PlaceOptions): readonly DataValue[] {
  const { compare } = options.language.text.data
  if (!tree) return [{ ...textOf(UNREAD), kind: 'nothing' }]
  const data = locate(tree, at)
  if (data?.kind === 'leaf') return [valueView(data, at, options)]
  if (data?.kind === 'leaf-list') {
    return data.first(MAX_VALUES).map((leaf) => valueView(leaf, at, options))
  }
  if (data === undefined) return [{ ...textOf(compare.missing), kind: 'nothing' }]
  if (data.kind !== 'list') return [textOf(compare.isSet)]
  const { entries, oneEntry } = options.language.text.data.list
  return [
    textOf(
      data.size === 1
        ? oneEntry
        : fill(entries, { count: options.language.format.integer(BigInt(data.size)) }),
    ),
  ]
}

function textOf(text: string): DataValue {
  return { ...bareValue, kind: 'text', text }
}
