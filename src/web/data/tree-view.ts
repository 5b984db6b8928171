import { dataNodes, isOperation, operationNodes } from '../../data/paths/data-nodes.ts'
import { type Place, placeBelow, placesTo } from '../../data/paths/place.ts'
import type { Model, SchemaNode } from '../../yang/model.ts'
import type { DataLink, DataTopView, OperationLink, TreeItem } from '../views/data-views.ts'
import { firstSentence } from './node-info.ts'
import { hrefTo, keysText, type PlaceOptions } from './page-options.ts'

/** The model as a tree that is open along the path to a place. Closed nodes have no children in it. */
export function treeView(model: Model, place: Place | undefined, options: PlaceOptions): readonly TreeItem[] {
  return itemsBelow(model, undefined, { way: placesTo(place), options })
}

/** Children shown of one node. A hostile model may have 500,000. */
const MAX_ITEMS = 500

interface Drawn {
  /** The places that are still to be opened. */
  readonly way: readonly Place[]
  readonly options: PlaceOptions
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

function closedItem(place: Place, { options }: Drawn): TreeItem {
  const { name, kind } = place.node
  return { name, href: hrefTo(place, options), isHere: false, isList: kind === 'list', children: [] }
}

function openItem(place: Place, { way, options }: Drawn): TreeItem {
  const rest = way.slice(1)
  const { node, keys } = place
  const isHere = rest.length === 0
  const inside = itemsBelow(node, place, { way: rest, options })
  if (node.kind !== 'list' || keys.length === 0) {
    // Without keys there is no entry whose children could be linked to.
    const children = node.kind === 'list' ? [] : inside
    return { name: node.name, href: hrefTo(place, options), isHere, isList: node.kind === 'list', children }
  }
  const name = keysText(place)
  const entry: TreeItem = { name, href: hrefTo(place, options), isHere, isList: false, children: inside }
  const list = hrefTo(placeBelow(place.parent, node), options)
  return { name: node.name, href: list, isHere: false, isList: true, children: [entry] }
}

/** The links that lead back up from a place. */
export function crumbsTo(
  place: Place | undefined,
  options: PlaceOptions,
): readonly { name: string; href: string }[] {
  return placesTo(place).flatMap((at) => {
    const list = { name: at.node.name, href: hrefTo(placeBelow(at.parent, at.node), options) }
    if (at.keys.length === 0) return [list]
    return [list, { name: keysText(at), href: hrefTo(at, options) }]
  })
}

/** OpenConfig and the IETF together have some hundred top-level nodes. A hostile model may have half a million. */
const MAX_TOP_NODES = 2_000

/** The model's top-level nodes, by module. */
export function topView(model: Model, options: PlaceOptions): DataTopView['modules'] {
  const data = dataNodes(model).slice(0, MAX_TOP_NODES)
  const operations = operationNodes(model).slice(0, MAX_TOP_NODES)
  return [...Map.groupBy([...data, ...operations], ({ module }) => module)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, nodes]) => ({
      name,
      description: firstSentence(model.modules.get(name)?.description),
      links: nodes
        .filter((node) => !isOperation(node))
        .map((node) => linkTo(placeBelow(undefined, node), options)),
      operations: nodes
        .filter(isOperation)
        .map((node) => operationLink(placeBelow(undefined, node), options)),
    }))
}

/** The operations and notifications of a place, as links to what the model says of them. */
export function operationLinks(place: Place, options: PlaceOptions): readonly OperationLink[] {
  const nodes = operationNodes(place.node).slice(0, MAX_ITEMS)
  return nodes.map((node) => operationLink(placeBelow(place, node), options))
}

function operationLink(place: Place, options: PlaceOptions): OperationLink {
  return { ...linkTo(place, options), kind: options.language.text.data.info.kinds[place.node.kind] }
}

function linkTo(place: Place, options: PlaceOptions): DataLink {
  const { name, description } = place.node
  return { name, href: hrefTo(place, options), hint: firstSentence(description) ?? '' }
}
