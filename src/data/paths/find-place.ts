import type { Model, SchemaNode } from '../../yang/model.ts'
import type { InstanceStep } from '../values/instance-identifier.ts'
import type { Misfit } from '../values/misfit.ts'
import { valueFromText } from '../values/read-value.ts'
import type { Value } from '../values/value.ts'
import type { DataParent } from './data-nodes.ts'
import { dataNode, dataNodes, isModel, keyLeaves, operationNodes } from './data-nodes.ts'
import type { UnreadablePath } from './path-steps.ts'
import { readSteps } from './path-steps.ts'
import type { Place } from './place.ts'
import { placeBelow } from './place.ts'

export type FoundPlace =
  /** `place` is undefined at the top. */
  { readonly kind: 'place'; readonly place: Place | undefined } | BadPath

/** Why a path leads nowhere, the number of the step (from 0) where it goes wrong, and how far it led. */
export type BadPath = {
  readonly kind: 'bad-path'
  readonly step: number
  readonly reached: Place | undefined
} & BadStep

type BadStep =
  | { readonly code: UnreadablePath }
  | { readonly code: 'unknown-module'; readonly module: string }
  /** `meant`: nodes here that have this name, but are of another module. */
  | { readonly code: 'unknown-node'; readonly name: string; readonly meant: readonly SchemaNode[] }
  /** The name of a choice, a case, an operation or a notification, which data does not have. */
  | { readonly code: 'not-data'; readonly node: SchemaNode }
  | { readonly code: 'keys-of-no-list'; readonly node: SchemaNode }
  | { readonly code: 'missing-key' | 'list-without-keys'; readonly node: SchemaNode }
  | { readonly code: 'wrong-number-of-keys'; readonly node: SchemaNode; readonly found: number }
  | { readonly code: 'bad-key'; readonly node: SchemaNode; readonly text: string; readonly misfit: Misfit }

/** Reads a path as RESTCONF writes it against the model. Every key is checked by its type. */
export function findPlace(model: Model, path: string): FoundPlace {
  const read = readSteps(path)
  if (read.kind === 'unreadable') {
    return { kind: 'bad-path', code: read.code, step: read.step, reached: undefined }
  }
  return follow(model, read.steps, ({ keys }) => keys)
}

/** The operation or notification that a path names: below data, or below a list whose entries all have it. */
export function findOperation(model: Model, path: string): Place | undefined {
  const read = readSteps(path)
  const last = read.kind === 'steps' ? read.steps.at(-1) : undefined
  if (read.kind !== 'steps' || !last || last.keys) return undefined
  const above = follow(model, read.steps.slice(0, -1), ({ keys }) => keys)
  if (above.kind === 'bad-path') return undefined
  const found = operationNodes(above.place?.node ?? model).find(
    ({ name, module }) => name === last.name && module === last.module,
  )
  return found && placeBelow(above.place, found)
}

/** The place that an instance-identifier, or the `error-path` of a device's refusal, leads to. */
export function findInstance(model: Model, steps: readonly InstanceStep[]): FoundPlace {
  return follow(model, steps, ({ predicates }, node) => {
    if (predicates.length === 0) return undefined
    const leaves = node.kind === 'list' ? keyLeaves(node) : []
    const inOrder = leaves.flatMap(
      ({ name }) => predicates.find((each) => each.kind === 'key' && each.name === name) ?? [],
    )
    // Predicates that are not keys of the list come last, and count as keys too many.
    const all = new Set([...inOrder, ...predicates])
    return [...all].map((each) => (each.kind === 'position' ? String(each.position) : each.text))
  })
}

interface Step {
  readonly module: string
  readonly name: string
}

function follow<Each extends Step>(
  model: Model,
  steps: readonly Each[],
  textsOf: (step: Each, node: SchemaNode) => readonly string[] | undefined,
): FoundPlace {
  let reached: Place | undefined
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    const bad = (why: BadStep): BadPath => ({ kind: 'bad-path', step: index, reached, ...why })
    const node = nodeBelow(reached?.node ?? model, step, model)
    if ('code' in node) return bad(node)
    const keys = readKeys(node, textsOf(step, node), isLast)
    if ('code' in keys) return bad(keys)
    reached = placeBelow(reached, node, keys)
  }
  return { kind: 'place', place: reached }
}

function nodeBelow(parent: DataParent, { module, name }: Step, model: Model): SchemaNode | BadStep {
  const node = dataNode(parent, module, name)
  if (node) return node
  if (!model.modules.has(module)) return { code: 'unknown-module', module }
  const other = nodesThatAreNoData(parent).find((each) => each.name === name && each.module === module)
  if (other) return { code: 'not-data', node: other }
  return { code: 'unknown-node', name, meant: dataNodes(parent).filter((each) => each.name === name) }
}

/** Everything below a node that is not data, including what is inside its choices. */
function nodesThatAreNoData(parent: DataParent): readonly SchemaNode[] {
  const data = new Set(dataNodes(parent))
  const inside = (node: SchemaNode): readonly SchemaNode[] => {
    if (data.has(node)) return []
    const isTransparent = node.kind === 'choice' || node.kind === 'case'
    return isTransparent ? [node, ...node.children.flatMap(inside)] : [node]
  }
  return (isModel(parent) ? parent.roots : parent.children).flatMap(inside)
}

function readKeys(
  node: SchemaNode,
  texts: readonly string[] | undefined,
  isLast: boolean,
): readonly Value[] | BadStep {
  const isMany = node.kind === 'list' || node.kind === 'leaf-list'
  if (!isMany) return texts ? { code: 'keys-of-no-list', node } : []
  const leaves = node.kind === 'list' ? keyLeaves(node) : [node]
  if (leaves.length === 0 && (texts || !isLast)) return { code: 'list-without-keys', node }
  if (!texts) return isLast ? [] : { code: 'missing-key', node }
  if (texts.length !== leaves.length) return { code: 'wrong-number-of-keys', node, found: texts.length }
  return checkKeys(leaves, texts)
}

function checkKeys(leaves: readonly SchemaNode[], texts: readonly string[]): readonly Value[] | BadStep {
  const values: Value[] = []
  for (const [index, leaf] of leaves.entries()) {
    const text = texts[index] ?? ''
    const checked = valueFromText(text, leaf)
    if (checked.kind === 'misfit') return { code: 'bad-key', node: leaf, text, misfit: checked }
    values.push(checked)
  }
  return values
}
