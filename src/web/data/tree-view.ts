import { dataNodes } from '../../data/paths/data-nodes.ts'
import { type Place, placeBelow, placesTo } from '../../data/paths/place.ts'
import { textOf } from '../../data/values/value.ts'
import type { Model, SchemaNode } from '../../yang/model.ts'
import type { TreeItem } from '../views/data-views.ts'
import { hrefTo, type PlaceSetting } from './setting.ts'

/** The model as a tree that is open along the way to a place; only what is open is in it. */
export function treeView(model: Model, place: Place | undefined, setting: PlaceSetting): readonly TreeItem[] {
  return itemsBelow(model, undefined, { way: placesTo(place), setting })
}

/** Of one place: more than anybody reads, and fewer than the 500 000 that a hostile model may have. */
const MAX_ITEMS = 500

interface Drawn {
  /** The places that are still to be opened. */
  readonly way: readonly Place[]
  readonly setting: PlaceSetting
}

function itemsBelow(parent: Model | SchemaNode, place: Place | undefined, drawn: Drawn): TreeItem[] {
  const [next] = drawn.way
  return dataNodes(parent)
    .filter((node) => node === next?.node || opens(node))
    .filter((node, index) => node === next?.node || index < MAX_ITEMS)
    .map((node) => (node === next?.node ? openItem(next, drawn) : closedItem(placeBelow(place, node), drawn)))
}

/** A leaf is read on its parent's page. */
const opens = ({ kind }: SchemaNode) => kind === 'container' || kind === 'list'

function closedItem(place: Place, { setting }: Drawn): TreeItem {
  const { name, kind } = place.node
  return { name, href: hrefTo(place, setting), isHere: false, isList: kind === 'list', children: [] }
}

function openItem(place: Place, { way, setting }: Drawn): TreeItem {
  const rest = way.slice(1)
  const { node, keys } = place
  const isHere = rest.length === 0
  const inside = itemsBelow(node, place, { way: rest, setting })
  if (node.kind !== 'list' || keys.length === 0) {
    // Without keys there is no entry whose inside could be linked to.
    const children = node.kind === 'list' ? [] : inside
    return { name: node.name, href: hrefTo(place, setting), isHere, isList: node.kind === 'list', children }
  }
  const name = keys.map(textOf).join(', ')
  const entry: TreeItem = { name, href: hrefTo(place, setting), isHere, isList: false, children: inside }
  const list = hrefTo(placeBelow(place.parent, node), setting)
  return { name: node.name, href: list, isHere: false, isList: true, children: [entry] }
}

/** The links that lead back up from a place. */
export function crumbsTo(
  place: Place | undefined,
  setting: PlaceSetting,
): readonly { name: string; href: string }[] {
  return placesTo(place).flatMap((at) => {
    const list = { name: at.node.name, href: hrefTo(placeBelow(at.parent, at.node), setting) }
    if (at.keys.length === 0) return [list]
    return [list, { name: at.keys.map(textOf).join(', '), href: hrefTo(at, setting) }]
  })
}
