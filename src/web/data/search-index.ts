import { dataNodes, isOperation, operationNodes } from '../../data/paths/data-nodes.ts'
import type { Model, SchemaNode, Type } from '../../yang/model.ts'
import { finishInSlices, type Work } from '../../yang/work.ts'
import { SearchTexts } from './search-texts.ts'

/** Every data node, operation and notification of a model with the texts that a search looks at, each in lower case and of bounded length. */
export interface SearchIndex {
  /** Parents come before their children. */
  readonly nodes: readonly SchemaNode[]
  /** For the index of each node, the index of its parent; -1 at the top. */
  readonly parents: readonly number[]
  readonly depths: readonly number[]
  readonly names: SearchTexts
  readonly values: SearchTexts
  readonly descriptions: SearchTexts
}

export const MAX_NODES = 200_000
const MAX_DESCRIPTION = 300
const MAX_VALUES = 4_000
export const MAX_DEPTH = 64

const indexes = new WeakMap<Model, Promise<SearchIndex>>()

/** Built once for each model, at the first search, in slices. */
export function searchIndexOf(model: Model): Promise<SearchIndex> {
  const known = indexes.get(model)
  if (known) return known
  const made = finishInSlices(indexWork(model))
  indexes.set(model, made)
  return made
}

export function* indexWork(model: Model): Work<SearchIndex> {
  const index: OpenIndex = {
    nodes: [],
    parents: [],
    depths: [],
    names: new SearchTexts(),
    values: new SearchTexts(),
    descriptions: new SearchTexts(),
  }
  yield* addBelow(index, model, { parent: -1, depth: 0 })
  for (const texts of [index.names, index.values, index.descriptions]) texts.close()
  return index
}

interface OpenIndex extends SearchIndex {
  readonly nodes: SchemaNode[]
  readonly parents: number[]
  readonly depths: number[]
}

function* addBelow(
  index: OpenIndex,
  above: Model | SchemaNode,
  { parent, depth }: { readonly parent: number; readonly depth: number },
): Work<void> {
  if (depth > MAX_DEPTH) return
  for (const node of [...dataNodes(above), ...operationNodes(above)]) {
    const at = index.nodes.length
    if (at >= MAX_NODES) return
    index.nodes.push(node)
    index.parents.push(parent)
    index.depths.push(depth)
    index.names.add(node.name.toLowerCase())
    index.values.add(node.type ? valuesOf(node.type) : '')
    index.descriptions.add(prepare(node.description))
    yield
    // What an operation carries has no place of its own.
    if (!isOperation(node)) yield* addBelow(index, node, { parent: at, depth: depth + 1 })
  }
}

const valuesOfType = new WeakMap<Type, string>()

/** The names that a value can have, one in each line. */
function valuesOf(type: Type): string {
  const known = valuesOfType.get(type)
  if (known !== undefined) return known
  const names = namesIn(type).join('\n').slice(0, MAX_VALUES).toLowerCase()
  valuesOfType.set(type, names)
  return names
}

function namesIn(type: Type): readonly string[] {
  switch (type.base) {
    case 'enumeration':
      return type.values.map(({ name }) => name)
    case 'bits':
      return type.bits.map(({ name }) => name)
    case 'identityref':
      return type.bases.flatMap(({ derived }) => derived.map(({ name }) => name))
    case 'union':
      return type.types.flatMap(namesIn)
    default:
      return []
  }
}

function prepare(description: string | undefined): string {
  return description?.slice(0, MAX_DESCRIPTION).replace(/\s+/g, ' ').toLowerCase() ?? ''
}
