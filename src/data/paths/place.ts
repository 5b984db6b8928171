import type { SchemaNode } from '../../yang/model.ts'
import type { Value } from '../values/value.ts'
import { textOf } from '../values/value.ts'
import type { PathStep } from './path-steps.ts'
import { pathText } from './path-steps.ts'

/** One place in the data. The top, which has no node, is `undefined` wherever a place is asked for. */
export interface Place {
  readonly parent: Place | undefined
  readonly node: SchemaNode
  /** Of a list's entry its keys, in order; of a leaf-list's entry its value. Empty for a list as a whole. */
  readonly keys: readonly Value[]
}

export function placeBelow(parent: Place | undefined, node: SchemaNode, keys: readonly Value[] = []): Place {
  return { parent, node, keys }
}

/** The places on the way, from below the top to the place itself. */
export function placesTo(place: Place | undefined): readonly Place[] {
  const places: Place[] = []
  for (let at = place; at; at = at.parent) places.push(at)
  return places.reverse()
}

/** The path as RESTCONF writes it, to go behind `/restconf/data` or `/data`. The top is an empty path. */
export function pathOf(place: Place | undefined): string {
  return pathText(placesTo(place).map(stepOf))
}

function stepOf({ node, keys }: Place): PathStep {
  return { module: node.module, name: node.name, keys: keys.length > 0 ? keys.map(textOf) : undefined }
}
