import { dataParent } from '../../yang/children.ts'
import type { SchemaNode, Type } from '../../yang/model.ts'
import { leafrefTargets } from '../values/concrete-types.ts'
import { valueFromText } from '../values/read-value.ts'
import type { Value } from '../values/value.ts'
import { textOf } from '../values/value.ts'
import { keyLeaves } from './data-nodes.ts'
import type { Place } from './place.ts'
import { placeBelow, placesTo } from './place.ts'

/**
 * The place that a leafref's value refers to: the list entry with that key, or the leaf itself. Undefined for other
 * values, and where more keys would be needed than the value and its own place tell.
 */
export function referredPlace(from: Place, value: Value): Place | undefined {
  if (isWordOf(from.node.type, textOf(value))) return undefined
  for (const target of leafrefTargets(from.node.type)) {
    const own = valueFromText(textOf(value), target)
    const place = own.kind === 'misfit' ? undefined : placeOfTarget(target, own, from)
    if (place) return place
  }
  return undefined
}

/** A union may have words of its own beside the names it refers to, such as `HOST` among the zones of a firewall. */
function isWordOf(type: Type | undefined, text: string): boolean {
  if (type?.base === 'enumeration') return type.values.some(({ name }) => name === text)
  return type?.base === 'union' && type.types.some((member) => isWordOf(member, text))
}

function placeOfTarget(target: SchemaNode, value: Value, from: Place): Place | undefined {
  const list = target.isKey ? dataParent(target) : undefined
  const known = new Map(placesTo(from).map((place) => [place.node, place.keys]))
  let place: Place | undefined
  for (const node of dataNodesTo(list ?? target)) {
    const keys = node === list ? keysOfEntry(list, value) : known.get(node)
    if (node.kind === 'list' && !keys?.length) return undefined
    place = placeBelow(place, node, node.kind === 'leaf-list' ? [value] : keys)
  }
  return place
}

function keysOfEntry(list: SchemaNode, value: Value): readonly Value[] {
  return keyLeaves(list).length === 1 ? [value] : []
}

function dataNodesTo(node: SchemaNode): readonly SchemaNode[] {
  const nodes: SchemaNode[] = []
  for (let at: SchemaNode | undefined = node; at; at = dataParent(at)) nodes.push(at)
  return nodes.reverse()
}
