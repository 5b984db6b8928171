import { type PathStep, pathText } from '../../data/paths/path-steps.ts'
import { type Place, pathOf } from '../../data/paths/place.ts'
import type { DataQuery, Datastore } from '../../device/device.ts'

/** Four levels: the place and what its page shows of the nodes below. Deeper places have pages of their own. */
const DEPTH = 4

/** The device also reports default values, and tags them. */
const withDefaults = 'report-all-tagged'

/** The one request that shows a place. A list is read through its parent, as rousette does not answer for a whole list. */
export function queryFor(place: Place, datastore: Datastore | undefined): DataQuery {
  const { node, keys, parent } = place
  const isWholeList = keys.length === 0 && (node.kind === 'list' || node.kind === 'leaf-list')
  const isValue = keys.length > 0 && node.kind === 'leaf-list'
  if (isWholeList || isValue) {
    const fields = parent && parent.node.module === node.module ? node.name : `${node.module}:${node.name}`
    return { resource: pathOf(parent).slice(1), fields, datastore, withDefaults }
  }
  const depth = node.kind === 'container' || node.kind === 'list' ? DEPTH : undefined
  return { resource: pathOf(place).slice(1), depth, datastore, withDefaults }
}

/**
 * Without a model a list looks like a container, and rousette does not answer for a whole list, so each place is read through its
 * parent. Which members are keys is a guess, too, and this way a wrong key is never sent for the place itself.
 */
export function plainQueryFor(steps: readonly PathStep[], datastore: Datastore | undefined): DataQuery {
  const last = steps.at(-1)
  if (!last) return { resource: '', depth: 2, datastore }
  const parents = steps.slice(0, -1)
  const resource = pathText(parents).slice(1)
  if (parents.length === 0)
    return { resource: pathText([{ ...last, keys: undefined }]).slice(1), depth: 4, datastore }
  const fields = parents.at(-1)?.module === last.module ? last.name : `${last.module}:${last.name}`
  return { resource, fields, datastore }
}
