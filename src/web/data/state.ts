import { dataNodes } from '../../data/paths/data-nodes.ts'
import type { SchemaNode } from '../../yang/model.ts'

const remembered = new WeakMap<SchemaNode, boolean>()

/** Whether the device changes something at this node, or below it, by itself. */
export function hasState(node: SchemaNode): boolean {
  const known = remembered.get(node)
  if (known !== undefined) return known
  const found = node.use === 'ro' || dataNodes(node).some(hasState)
  remembered.set(node, found)
  return found
}
