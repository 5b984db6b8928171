import { dataNodes } from '../../data/paths/data-nodes.ts'
import type { Model, SchemaNode, Type } from '../../yang/model.ts'
import { finishInSlices, type Work } from '../../yang/work.ts'

/** One node as a search sees it: all texts in lower case, cut to what a search looks at. */
export interface IndexedNode {
  readonly node: SchemaNode
  /** Where its parent stands in the index; -1 at the top. Parents stand before their children. */
  readonly parent: number
  readonly depth: number
  readonly name: string
  readonly values: string
  readonly description: string
}

/** Every data node of a model, prepared for searching. */
export type SearchIndex = readonly IndexedNode[]

const MAX_NODES = 200_000
const MAX_DESCRIPTION = 300
const MAX_VALUES = 4_000
const MAX_DEPTH = 64

const indexes = new WeakMap<Model, Promise<SearchIndex>>()

/** Made once for a model, when somebody first searches it; other requests have their turn in between. */
export function searchIndexOf(model: Model): Promise<SearchIndex> {
  const known = indexes.get(model)
  if (known) return known
  const made = finishInSlices(indexWork(model))
  indexes.set(model, made)
  return made
}

export function* indexWork(model: Model): Work<SearchIndex> {
  const index: IndexedNode[] = []
  yield* addBelow(index, model, { parent: -1, depth: 0 })
  return index
}

function* addBelow(
  index: IndexedNode[],
  above: Model | SchemaNode,
  { parent, depth }: { readonly parent: number; readonly depth: number },
): Work<void> {
  if (depth > MAX_DEPTH) return
  for (const node of dataNodes(above)) {
    if (index.length >= MAX_NODES) return
    const at = index.length
    index.push({
      node,
      parent,
      depth,
      name: node.name.toLowerCase(),
      values: node.type ? valuesOf(node.type) : '',
      description: prepare(node.description),
    })
    yield
    yield* addBelow(index, node, { parent: at, depth: depth + 1 })
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
