import type { NodeKind, SchemaNode } from './model.ts'

const placeless: ReadonlySet<NodeKind> = new Set(['choice', 'case'])

/** The nodes below this one as in data: nodes inside choices and cases count as children. */
export function dataChildren(node: { readonly children: readonly SchemaNode[] }): readonly SchemaNode[] {
  if (!node.children.some(({ kind }) => placeless.has(kind))) return node.children
  return node.children.flatMap((child) => (placeless.has(child.kind) ? dataChildren(child) : [child]))
}

/** The parent of the node's data: its nearest ancestor that is neither a choice nor a case. */
export function dataParent(node: SchemaNode): SchemaNode | undefined {
  const { parent } = node
  return parent && placeless.has(parent.kind) ? dataParent(parent) : parent
}
