import type { Json } from '../json/json.ts'
import type { Place } from '../paths/place.ts'
import { placeBelow } from '../paths/place.ts'
import type { DataLeaf } from '../tree/data-leaf.ts'
import type { DataNode, DataObject } from '../tree/data-node.ts'
import type { EntriesDifference, NodeDifference, ObjectDifference, ValuesDifference } from './difference.ts'
import type { PlacedItem } from './items.ts'

/** One thing that differs, at its place. */
export type PlacedDifference =
  /** `behind`, in a list ordered by the user: the entry before it, or `first`. */
  | { readonly kind: 'added'; readonly place: Place; readonly after: DataNode; readonly behind?: Behind }
  | { readonly kind: 'removed'; readonly place: Place; readonly before: DataNode }
  | { readonly kind: 'changed'; readonly place: Place; readonly before: DataNode; readonly after: DataNode }
  | { readonly kind: 'moved'; readonly place: Place; readonly behind: Behind }
  /** A member that the model does not know, below the place. */
  | {
      readonly kind: 'unknown'
      readonly place: Place | undefined
      readonly name: string
      readonly before: Json | undefined
      readonly after: Json | undefined
    }

export type Behind = Place | 'first'

/** Every difference, in the order of the data, computed lazily. */
export function* listDifferences(
  { nodes, unknown }: ObjectDifference,
  place?: Place,
): Generator<PlacedDifference, void> {
  for (const [node, difference] of nodes) yield* listDifferencesAt(placeBelow(place, node), difference)
  for (const [name, { before, after }] of unknown) yield { kind: 'unknown', place, name, before, after }
}

/** {@link listDifferences} for one place. */
export function* listDifferencesAt(
  place: Place,
  difference: NodeDifference,
): Generator<PlacedDifference, void> {
  switch (difference.kind) {
    case 'inside':
      return yield* listDifferences(difference.inside, place)
    case 'entries':
      return yield* differencesOfEntries(place, difference)
    case 'values':
      return yield* differencesOfValues(place, difference)
    default:
      yield { ...difference, place }
  }
}

function* differencesOfEntries(
  list: Place,
  difference: EntriesDifference,
): Generator<PlacedDifference, void> {
  const { before, after, removed, placed, inside } = difference
  for (const key of removed) {
    const entry = before.keyed(key)
    if (entry) yield { kind: 'removed', place: placeOfEntry(list, entry), before: entry }
  }
  const placeOfKey = (key: string) => placeOfEntry(list, after.keyed(key))
  for (const [key, each] of inside) yield* listDifferences(each, placeOfKey(key))
  for (const item of placed) {
    const entry = after.keyed(item.key)
    if (entry) yield placedItem(item, entry, placeOfKey)
  }
}

/** An entry whose keys do not fit their types has no place of its own. */
function placeOfEntry({ parent, node }: Place, entry: DataObject | undefined): Place {
  return placeBelow(parent, node, entry?.keys)
}

function* differencesOfValues(list: Place, difference: ValuesDifference): Generator<PlacedDifference, void> {
  const { removed, placed, values } = difference
  const placeOfKey = (key: string) => placeOfValue(list, values.get(key))
  for (const key of removed) {
    const leaf = values.get(key)
    if (leaf) yield { kind: 'removed', place: placeOfKey(key), before: leaf }
  }
  for (const item of placed) {
    const leaf = values.get(item.key)
    if (leaf) yield placedItem(item, leaf, placeOfKey)
  }
}

function placeOfValue({ parent, node }: Place, leaf: DataLeaf | undefined): Place {
  return placeBelow(parent, node, leaf && leaf.value.kind !== 'misfit' ? [leaf.value] : [])
}

function placedItem(item: PlacedItem, after: DataNode, placeOfKey: (key: string) => Place): PlacedDifference {
  const { key, isNew, behind } = item
  const place = placeOfKey(key)
  const order = behind === undefined ? 'first' : placeOfKey(behind)
  if (!isNew) return { kind: 'moved', place, behind: order }
  return place.node.isUserOrdered
    ? { kind: 'added', place, after, behind: order }
    : { kind: 'added', place, after }
}
