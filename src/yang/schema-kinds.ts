import type { NodeKind, SchemaNode } from './model.ts'
import { findChild, type Statement } from './statement.ts'

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

/** Whether a node of this kind can stand directly in that one, or at the top of the tree. */
export function canStandIn(kind: NodeKind, parent: Pick<SchemaNode, 'kind' | 'use'> | undefined): boolean {
  const around = parent?.kind
  // Operations and notifications cannot contain actions or notifications.
  const isData = parent === undefined || parent.use === 'rw' || parent.use === 'ro'
  switch (kind) {
    case 'case':
      return around === 'choice'
    case 'rpc':
      return around === undefined
    case 'input':
    case 'output':
      return around === 'rpc' || around === 'action'
    case 'action':
      return isData && (around === 'container' || around === 'list' || around === 'case')
    case 'notification':
      return isData && around !== 'rpc' && around !== 'action'
    default:
      return around !== 'rpc' && around !== 'action'
  }
}

/** An operation always has both, stated or not. */
export function inputAndOutput(operation: Statement): readonly Statement[] {
  return ['input', 'output'].map(
    (keyword) => findChild(operation, keyword) ?? { ...operation, keyword, argument: '', children: [] },
  )
}

const identifier = /^[A-Za-z_][\w.-]*$/

/** RFC 7950 section 6.2. */
export function isIdentifier(name: string): boolean {
  return identifier.test(name)
}
