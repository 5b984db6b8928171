import { isOperation } from '../../data/paths/data-nodes.ts'
import { type Place, placeBelow } from '../../data/paths/place.ts'
import { dataParent } from '../../yang/children.ts'
import type { SchemaNode } from '../../yang/model.ts'
import { MAX_HITS, NodeSearch } from './node-search.ts'
import type { SearchIndex } from './search-index.ts'
import type { SeenEntry } from './seen-entries.ts'

export interface Hit {
  readonly place: Place
  /** A result. For a node below a list whose entry is not known, `place` is the list. */
  readonly node: SchemaNode
}

const MAX_QUERY = 200
const MAX_WORDS = 5

/** The words of the query. Each must be found in the node or its ancestors. */
export function wordsOf(query: string): readonly string[] {
  const words = query.slice(0, MAX_QUERY).toLowerCase().split(/\s+/)
  return words.filter((word) => word !== '').slice(0, MAX_WORDS)
}

/** The best places for a query: list entries that the session has seen, then nodes of the model. */
export function searchModel(index: SearchIndex, query: string, seen: Iterable<SeenEntry>): readonly Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const search = new NodeSearch(index)
  const hits: Hit[] = []
  for (const { entry, rest } of matchingEntries(words, seen)) {
    const { place } = entry
    if (rest.length === 0) hits.push({ place, node: place.node })
    else for (const node of search.best(rest, place.node)) hits.push({ place: placeOf(node, place), node })
  }
  for (const node of search.best(words)) hits.push({ place: placeOf(node, undefined), node })
  return hits.slice(0, MAX_HITS)
}

const MAX_ENTRIES = 20

interface MatchingEntry {
  readonly entry: SeenEntry
  /** The words that are not its keys. They are searched for inside the entry. */
  readonly rest: readonly string[]
}

/** Entries whose keys the query names: exact keys before prefixes. */
function matchingEntries(words: readonly string[], seen: Iterable<SeenEntry>): readonly MatchingEntry[] {
  const [whole, begun]: [MatchingEntry[], MatchingEntry[]] = [[], []]
  for (const entry of seen) {
    const rest = words.filter((word) => !entry.keys.includes(word))
    if (rest.length < words.length) whole.push({ entry, rest })
    else if (words.every((word) => entry.keys.some((key) => key.includes(word))))
      begun.push({ entry, rest: [] })
  }
  return [...whole, ...begun].slice(0, MAX_ENTRIES)
}

/** The node's own place or, below a list, the nearest list above it. */
function placeOf(node: SchemaNode, entry: Place | undefined): Place {
  const chain: SchemaNode[] = []
  for (let at: SchemaNode | undefined = node; at && at !== entry?.node; at = dataParent(at)) chain.push(at)
  const [top = node, ...rest] = chain.reverse()
  let place = placeBelow(entry, top)
  for (const next of rest) {
    if (place.node.kind === 'list' && !isOperation(next)) return place
    place = placeBelow(place, next)
  }
  return place
}
