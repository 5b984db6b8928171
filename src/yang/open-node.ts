import { readCondition } from './conditions.ts'
import type { Context } from './context.ts'
import type { Condition, NodeKind, NodeUse, SchemaNode } from './model.ts'
import type { Module, Statement } from './statement.ts'
import { olderStatus, readStatus } from './status.ts'

/** A node under construction. */
export type OpenNode = {
  -readonly [Field in keyof Omit<SchemaNode, 'children' | 'parent' | 'musts' | 'unique'>]: SchemaNode[Field]
} & {
  readonly parent: OpenNode | undefined
  children: OpenNode[]
  musts: Condition[]
  unique: (readonly string[])[]
}

/** A node, and the refined and deviated statements that it was made from. */
export interface MadeNode {
  readonly node: OpenNode
  readonly statements: readonly Statement[]
}

export interface NodeInput {
  readonly kind: NodeKind
  readonly name: string
  readonly parent: OpenNode | undefined
  /** Its substatements, refined and deviated. */
  readonly statements: readonly Statement[]
  readonly context: Context
}

/** Makes a node from its statements, without children. Types and defaults follow once all nodes are made. */
export function openNode({ kind, name, parent, statements, context }: NodeInput): OpenNode {
  const { module, whens } = context
  const node: OpenNode = {
    kind,
    name,
    module: module.name,
    parent,
    children: [],
    use: useOf(kind, parent),
    status: 'current',
    description: undefined,
    reference: undefined,
    mandatory: false,
    presence: undefined,
    keys: none,
    isKey: kind === 'leaf' && parent?.module === module.name && parent.keys.includes(name),
    isUserOrdered: false,
    minElements: 0,
    maxElements: undefined,
    unique: none,
    type: undefined,
    defaults: none,
    units: undefined,
    musts: none,
    whens,
    access: undefined,
  }
  for (const statement of statements) readInto(node, statement, module)
  node.status = olderStatus(node.status, olderStatus(context.status, parent?.status ?? 'current'))
  return node
}

/** Keys of a list. Real lists have up to six. */
const maxKeys = 100
const none: never[] = []

function append<T>(list: T[], item: T): T[] {
  if (list === none) return [item]
  list.push(item)
  return list
}

/** The `config` of a node that does not state it. Operations themselves are not configuration. */
function useOf(kind: NodeKind, parent: OpenNode | undefined): NodeUse {
  if (kind === 'input' || kind === 'output' || kind === 'notification') return kind
  if (kind === 'rpc' || kind === 'action') return 'ro'
  return parent?.use ?? 'rw'
}

function readInto(node: OpenNode, statement: Statement, module: Module) {
  const { keyword, argument } = statement
  switch (keyword) {
    case 'config':
      // Below state there is no configuration, whatever `config` says; parameters of an operation are neither.
      if (node.use === 'rw' && argument === 'false') node.use = 'ro'
      break
    case 'status':
      node.status = readStatus(argument)
      break
    case 'description':
      node.description = argument
      break
    case 'reference':
      node.reference = argument
      break
    case 'mandatory':
      node.mandatory = argument === 'true'
      break
    case 'presence':
      node.presence = argument
      break
    case 'key':
      node.keys = words(argument).slice(0, maxKeys).map(withoutPrefix)
      break
    case 'units':
      node.units = argument
      break
    case 'ordered-by':
      node.isUserOrdered = argument === 'user'
      break
    case 'min-elements':
      node.minElements = readCount(argument) ?? 0
      break
    case 'max-elements':
      node.maxElements = readCount(argument)
      break
    case 'unique':
      node.unique = append(node.unique, words(argument))
      break
    case 'must':
      node.musts = append(node.musts, readCondition(statement, module))
      break
    case 'when':
      node.whens = [...node.whens, readCondition(statement, module)]
      break
    default:
      if (keyword.includes(':')) readExtension(node, statement)
  }
}

/** The only extensions about access are those of RFC 8341 section 3.2.5. */
function readExtension(node: OpenNode, { keyword, source }: Statement) {
  const [prefix = '', name] = keyword.split(':')
  if (name !== 'default-deny-all' && name !== 'default-deny-write') return
  if (source.prefixes.get(prefix) === 'ietf-netconf-acm') node.access = name
}

/** Names are short and few. Longer lists are cut off. */
function words(text: string): readonly string[] {
  return text
    .slice(0, 10_000)
    .split(/\s+/)
    .filter((word) => word !== '')
}

export function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Undefined for `unbounded`. */
function readCount(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined
}
