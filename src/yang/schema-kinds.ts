import type { NodeKind } from './model.ts'
import type { Statement } from './statement.ts'

const dataKinds = ['container', 'list', 'leaf', 'leaf-list', 'choice', 'anydata', 'anyxml'] as const
const allKinds = [...dataKinds, 'case', 'rpc', 'action', 'input', 'output', 'notification'] as const

const kinds: ReadonlyMap<string, NodeKind> = new Map(allKinds.map((kind) => [kind, kind]))

const childless: ReadonlySet<NodeKind> = new Set(['leaf', 'leaf-list', 'anydata', 'anyxml'])

/** The kind of node that a statement makes; undefined when it makes none. */
export function kindOf({ keyword }: Statement): NodeKind | undefined {
  return kinds.get(keyword)
}

export function canHaveChildren(kind: NodeKind): boolean {
  return !childless.has(kind)
}

/** Whether a node of this kind can stand directly in one of that kind, or at the top of the tree. */
export function canStandIn(kind: NodeKind, parent: NodeKind | undefined): boolean {
  switch (kind) {
    case 'case':
      return parent === 'choice'
    case 'rpc':
      return parent === undefined
    case 'input':
    case 'output':
      return parent === 'rpc' || parent === 'action'
    case 'action':
      return parent === 'container' || parent === 'list' || parent === 'case'
    default:
      return parent !== 'rpc' && parent !== 'action'
  }
}

const identifier = /^[A-Za-z_][\w.-]*$/

/** RFC 7950 section 6.2. */
export function isIdentifier(name: string): boolean {
  return identifier.test(name)
}
