import { dataChildren } from '../../yang/children.ts'
import type { Model, NodeKind, SchemaNode } from '../../yang/model.ts'

/** The parent of data nodes: a node of the model, or the model itself at the top. */
export type DataParent = Model | SchemaNode

const dataKinds: ReadonlySet<NodeKind> = new Set([
  'container',
  'list',
  'leaf',
  'leaf-list',
  'anydata',
  'anyxml',
])

const operationKinds: ReadonlySet<NodeKind> = new Set(['rpc', 'action', 'notification'])

interface Index {
  readonly nodes: readonly SchemaNode[]
  readonly operations: readonly SchemaNode[]
  /** By `module:name`, and by the bare name if the module is the parent's. */
  readonly byMember: ReadonlyMap<string, SchemaNode>
  readonly keys: readonly SchemaNode[]
}

const remembered = new WeakMap<DataParent, Index>()

/** The data nodes below this one, those inside its choices included, without operations and notifications. */
export function dataNodes(parent: DataParent): readonly SchemaNode[] {
  return indexOf(parent).nodes
}

/** What the device can do, or report by itself, where this data is: operations and notifications. */
export function operationNodes(parent: DataParent): readonly SchemaNode[] {
  return indexOf(parent).operations
}

export function isOperation({ kind }: SchemaNode): boolean {
  return operationKinds.has(kind)
}

export function dataNode(parent: DataParent, module: string, name: string): SchemaNode | undefined {
  return indexOf(parent).byMember.get(`${module}:${name}`)
}

/** The node for a member of the parent's JSON. A name without a module belongs to the parent's module. */
export function nodeOfMember(parent: DataParent, member: string): SchemaNode | undefined {
  return indexOf(parent).byMember.get(member)
}

/** The leaves that are a list's keys, in order. None for a list that has no keys, or whose keys the model lacks. */
export function keyLeaves(list: SchemaNode): readonly SchemaNode[] {
  return indexOf(list).keys
}

/** The node's member name in JSON below this parent: with its module if that is not the parent's. */
export function memberName(parent: DataParent, { module, name }: SchemaNode): string {
  return !isModel(parent) && parent.module === module ? name : `${module}:${name}`
}

function indexOf(parent: DataParent): Index {
  const known = remembered.get(parent)
  if (known) return known
  const children = dataChildren(isModel(parent) ? { children: parent.roots } : parent)
  const nodes = children.filter(({ kind }) => dataKinds.has(kind))
  const names = nodes.map((node) => [`${node.module}:${node.name}`, node] as const)
  const bareNames = nodes.map((node) => [memberName(parent, node), node] as const)
  const keys = isModel(parent) ? [] : keysAmong(nodes, parent)
  const operations = children.filter(isOperation)
  const index = { nodes, operations, byMember: new Map([...names, ...bareNames]), keys }
  remembered.set(parent, index)
  return index
}

function keysAmong(nodes: readonly SchemaNode[], { keys, module }: SchemaNode): readonly SchemaNode[] {
  const leaves = keys.flatMap(
    (key) => nodes.find((node) => node.kind === 'leaf' && node.name === key && node.module === module) ?? [],
  )
  return leaves.length === keys.length ? leaves : []
}

export function isModel(parent: DataParent): parent is Model {
  return 'roots' in parent
}
