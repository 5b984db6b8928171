import { dataNodes } from '../../data/paths/data-nodes.ts'
import { type Place, placeBelow } from '../../data/paths/place.ts'
import type { DataNode } from '../../data/tree/data-node.ts'
import type { SchemaNode } from '../../yang/model.ts'
import type { DataColumn } from '../views/data-views.ts'
import { jsonPreview } from './json-preview.ts'
import { isSecret } from './secrets.ts'

/** The way from a list's entry to a leaf: the containers in it, and the leaf itself. */
export type Column = readonly [...containers: SchemaNode[], leaf: SchemaNode]

const MAX_COLUMNS = 6
/** Containers in containers. */
const MAX_DEPTH = 3
/** A hostile model may have any number. */
const MAX_CONTAINERS = 100
const MAX_CANDIDATES = 300

/** The keys, then the leaves that tell these entries apart, those in containers of the entry behind its own. */
export function columnsOf(list: SchemaNode, entries: readonly DataNode[]): readonly Column[] {
  const all = leavesIn(list).filter((column) => isKey(column) || !isSecret(leafOf(column)))
  const keys = all.filter(isKey)
  const told = withoutRepeated([...keys, ...all.filter((column) => !isKey(column))], entries)
  const others = told
    .filter(({ column }) => !isKey(column))
    .sort((one, other) => Number(other.different > 1) - Number(one.different > 1))
    .slice(0, Math.max(1, MAX_COLUMNS - keys.length))
    .map(({ column }) => column)
  return [...keys, ...all.filter((column) => others.includes(column))]
}

const isKey = (column: Column) => column.length === 1 && leafOf(column).isKey

/** Its own leaves come first, then those of its containers, level by level. */
function leavesIn(list: SchemaNode): readonly Column[] {
  const columns = containersIn(list).flatMap((way) =>
    dataNodes(way.at(-1) ?? list)
      .filter(({ kind }) => kind === 'leaf' || kind === 'leaf-list')
      .map((leaf): Column => [...way, leaf]),
  )
  return columns.slice(0, MAX_CANDIDATES)
}

/** The ways from an entry to the containers in it, level by level; the empty one leads to the entry itself. */
export function containersIn(list: SchemaNode): readonly (readonly SchemaNode[])[] {
  const ways: (readonly SchemaNode[])[] = [[]]
  // More are found while the loop runs.
  for (const way of ways) {
    if (way.length === MAX_DEPTH) break
    const inside = dataNodes(way.at(-1) ?? list).filter(({ kind }) => kind === 'container')
    for (const node of inside.slice(0, Math.max(0, MAX_CONTAINERS - ways.length))) ways.push([...way, node])
  }
  return ways
}

interface Candidate {
  readonly column: Column
  readonly different: number
}

/** Without empty columns, and without one that says what another of its name says, as OpenConfig has it for each key. */
function withoutRepeated(columns: readonly Column[], entries: readonly DataNode[]): Candidate[] {
  const shown = new Set<string>()
  return columns.flatMap((column) => {
    const values = entries.map((entry) => textAt(entry, column))
    const different = new Set(values.filter((value) => value !== undefined)).size
    const says = JSON.stringify([leafOf(column).name, values])
    if (different === 0 || shown.has(says)) return []
    shown.add(says)
    return [{ column, different }]
  })
}

function textAt(entry: DataNode, column: Column): string | undefined {
  const data = dataAt(entry, column)
  return data && 'json' in data ? jsonPreview(data.json, 200) : undefined
}

/** What an entry has in a column. */
export function dataAt(entry: DataNode, column: Column): DataNode | undefined {
  return column.reduce<DataNode | undefined>(
    (data, node) => (data?.kind === 'object' ? data.child(node) : undefined),
    entry,
  )
}

export function placeAt(entry: Place, column: Column): Place {
  return column.reduce((place, node) => placeBelow(place, node), entry)
}

export function leafOf(column: Column): SchemaNode {
  const [first, ...rest] = column
  return rest.at(-1) ?? first
}

/** A column of a container's leaf is called by the way to it: its name alone could be read as one of the entry's own. */
export function headingsOf(columns: readonly Column[]): readonly DataColumn[] {
  const names = columns.map((column) => column.map(({ name }) => name).join('/'))
  return columns.map((column, index) => {
    const { units, module } = leafOf(column)
    const name = names[index] ?? ''
    const isOnly = names.indexOf(name) === names.lastIndexOf(name)
    return { name: isOnly ? name : name.replace(/[^/]+$/, `${module}:$&`), units, isKey: isKey(column) }
  })
}
