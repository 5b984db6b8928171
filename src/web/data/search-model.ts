import { type Place, placeBelow } from '../../data/paths/place.ts'
import { dataParent } from '../../yang/children.ts'
import type { SchemaNode } from '../../yang/model.ts'
import type { IndexedNode, SearchIndex } from './search-index.ts'
import type { SeenEntry } from './seen-entries.ts'

export interface Hit {
  readonly place: Place
  /** What was found; below a list whose entry is not known, `place` is the list. */
  readonly node: SchemaNode
}

export const MAX_HITS = 50
const MAX_QUERY = 200
const MAX_WORDS = 5

/** The better a match, the smaller its rank; 0 is none. */
const rank = { name: 1, start: 2, word: 3, part: 4, value: 5, above: 6, description: 8 } as const
const NONE = 0

/** Words that all must be found: in a node, or in those above it. */
export function wordsOf(query: string): readonly string[] {
  const words = query.slice(0, MAX_QUERY).toLowerCase().split(/\s+/)
  return words.filter((word) => word !== '').slice(0, MAX_WORDS)
}

/** The best places for a query: entries of lists that were seen, then nodes of the model. */
export function searchModel(index: SearchIndex, query: string, seen: Iterable<SeenEntry>): readonly Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const entries = matchingEntries(words, seen)
  const ofEntries = entries.flatMap(({ entry, rest }) =>
    rest.length === 0
      ? [{ place: entry.place, node: entry.place.node }]
      : rankNodes(index, rest)
          .filter(({ node }) => isBelow(node, entry.place.node))
          .slice(0, MAX_HITS)
          .map(({ node }) => ({ place: placeOf(node, entry.place), node })),
  )
  const ofModel = rankNodes(index, words)
    .slice(0, MAX_HITS)
    .map(({ node }) => ({ place: placeOf(node, undefined), node }))
  return [...ofEntries, ...ofModel].slice(0, MAX_HITS)
}

const MAX_ENTRIES = 20

interface MatchingEntry {
  readonly entry: SeenEntry
  /** The words that are not its keys: they are looked for inside of it. */
  readonly rest: readonly string[]
}

/** Entries whose keys a query names: whole keys before beginnings of keys. */
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

/** Nodes in which, with those above them, all words are found; the best first. */
function rankNodes(index: SearchIndex, words: readonly string[]): readonly IndexedNode[] {
  const ranks = words.map((word) => ({ word, ...ranksOf(index, word) }))
  const byName = orderOf(index, ranks, false)
  // Descriptions are the longest texts, and what is found in them stands last.
  const order = byName.length >= MAX_HITS ? byName : orderOf(index, ranks, true)
  return Array.from(order.subarray(0, MAX_RANKED), (key) => index[key % SPAN]).filter(
    (entry) => entry !== undefined,
  )
}

/** More than an index has nodes. */
const SPAN = 2 ** 18
const MAX_RANKED = 2_000

interface RanksOfWord {
  readonly word: string
  readonly own: Uint8Array
  readonly inherited: Uint8Array
}

/** What was found, as sorted numbers that hold rank, depth and place in the index. */
function orderOf(
  index: SearchIndex,
  ranks: readonly RanksOfWord[],
  readsDescriptions: boolean,
): Float64Array {
  const order = new Float64Array(index.length)
  let count = 0
  index.forEach(({ description, depth }, at) => {
    const sum = sumOf(ranks, at, readsDescriptions ? description : '')
    if (sum !== NONE) order[count++] = (sum * 128 + depth) * SPAN + at
  })
  return order.subarray(0, count).sort()
}

/** None when a word is missing, or when all of them are only found above the node. */
function sumOf(ranks: readonly RanksOfWord[], at: number, description: string): number {
  let sum = 0
  let isOwn = false
  for (const { word, own, inherited } of ranks) {
    const found = own[at] || inherited[at] || (description.includes(word) ? rank.description : NONE)
    if (found === NONE) return NONE
    if (found !== rank.above) isOwn = true
    sum += found
  }
  return isOwn ? sum : NONE
}

/** For every node, how well the word matches its name and values, and whether it is in a name above it. */
function ranksOf(index: SearchIndex, word: string): Omit<RanksOfWord, 'word'> {
  const own = new Uint8Array(index.length)
  const inherited = new Uint8Array(index.length)
  index.forEach((entry, at) => {
    own[at] = rankOf(entry, word)
    const above = entry.parent
    if (above >= 0 && (inherited[above] || isInName(own[above]))) inherited[at] = rank.above
  })
  return { own, inherited }
}

const isInName = (found: number | undefined) => found !== undefined && found !== NONE && found <= rank.part

function rankOf({ name, values }: IndexedNode, word: string): number {
  const at = name.indexOf(word)
  if (at === 0) return name.length === word.length ? rank.name : rank.start
  if (at > 0) return startsWord(name, word, at) ? rank.word : rank.part
  return values !== '' && values.includes(word) ? rank.value : NONE
}

/** `mtu` in `link-mtu`, and not in `amtux`. */
function startsWord(name: string, word: string, first: number): boolean {
  for (let at = first; at > 0; at = name.indexOf(word, at + 1))
    if (/[-_.]/.test(name[at - 1] ?? '')) return true
  return false
}

function isBelow(node: SchemaNode, list: SchemaNode): boolean {
  for (let at = dataParent(node); at; at = dataParent(at)) if (at === list) return true
  return false
}

/** The node's own place; or, where only an entry would have it, the nearest list above it. */
function placeOf(node: SchemaNode, entry: Place | undefined): Place {
  const chain: SchemaNode[] = []
  for (let at: SchemaNode | undefined = node; at && at !== entry?.node; at = dataParent(at)) chain.push(at)
  const [top = node, ...rest] = chain.reverse()
  let place = placeBelow(entry, top)
  for (const next of rest) {
    if (place.node.kind === 'list') return place
    place = placeBelow(place, next)
  }
  return place
}
