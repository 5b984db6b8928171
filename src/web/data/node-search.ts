import { dataParent } from '../../yang/children.ts'
import type { SchemaNode } from '../../yang/model.ts'
import { MAX_DEPTH, MAX_NODES, type SearchIndex } from './search-index.ts'

export const MAX_HITS = 50

/** Better matches have smaller ranks; 0 is no match. */
const rank = { name: 1, start: 2, word: 3, part: 4, value: 5, above: 6, description: 8 } as const
const NONE = 0

/** Finds the nodes of a model for one query. Each word is looked up once, however often it is used. */
export class NodeSearch {
  readonly #index: SearchIndex
  readonly #words = new Map<string, WordMatches>()

  constructor(index: SearchIndex) {
    this.#index = index
  }

  /** The nodes that, together with their ancestors, contain all words; best first. With `list`, only nodes below it. */
  best(words: readonly string[], list?: SchemaNode): readonly SchemaNode[] {
    const matches = words.map((word) => this.#matchesOf(word))
    const named = this.#bestOf(
      matches.map(({ ranks }) => ranks),
      list,
    )
    // Descriptions are the longest texts, and matches in them rank last.
    const found = named.isFull
      ? named
      : this.#bestOf(
          matches.map((word) => word.withDescriptions),
          list,
        )
    return found.numbers.flatMap((at) => this.#index.nodes[at] ?? [])
  }

  #matchesOf(word: string): WordMatches {
    const known = this.#words.get(word) ?? new WordMatches(this.#index, word)
    this.#words.set(word, known)
    return known
  }

  #bestOf(words: readonly Uint8Array[], list: SchemaNode | undefined): BestNodes {
    const { nodes, depths } = this.#index
    const best = new BestNodes()
    nodes.forEach((node, at) => {
      const sum = sumOf(words, at)
      if (sum === NONE || (list && !isBelow(node, list))) return
      best.add(at, sum * (MAX_DEPTH + 1) + (depths[at] ?? 0))
    })
    return best
  }
}

/** 0 when a word is missing, or when all words are found only in the node's ancestors. */
function sumOf(words: readonly Uint8Array[], node: number): number {
  let sum = 0
  let isOwn = false
  for (const ranks of words) {
    const found = ranks[node] ?? NONE
    if (found === NONE) return NONE
    if (found !== rank.above) isOwn = true
    sum += found
  }
  return isOwn ? sum : NONE
}

/** How well a word matches each node. */
class WordMatches {
  readonly #index: SearchIndex
  readonly #word: string
  /** Matches in the node's name, its values, or the name of an ancestor. */
  readonly ranks: Uint8Array
  #withDescriptions: Uint8Array | undefined

  constructor(index: SearchIndex, word: string) {
    this.#index = index
    this.#word = word
    const inNames = index.names.find(word, (names, at) => rankOfName(names, at, word))
    const inValues = index.values.find(word, () => rank.value)
    this.ranks = firstOf(inNames, inValues, passedDown(index, inNames))
  }

  /** Those, and matches in the description of nodes without another match. */
  get withDescriptions(): Uint8Array {
    this.#withDescriptions ??= this.#readDescriptions()
    return this.#withDescriptions
  }

  #readDescriptions(): Uint8Array {
    const inDescriptions = this.#index.descriptions.find(this.#word, () => rank.description)
    return firstOf(this.ranks, inDescriptions)
  }
}

/** For each node, the first of these ranks that is not 0. */
function firstOf(first: Uint8Array, ...others: readonly Uint8Array[]): Uint8Array {
  const ranks = first.slice()
  for (const other of others)
    for (let at = 0; at < ranks.length; at++) if (ranks[at] === NONE) ranks[at] = other[at] ?? NONE
  return ranks
}

/** A match in a name counts for all nodes below it. Works in one pass, because parents come before children. */
function passedDown({ parents }: SearchIndex, inNames: Uint8Array): Uint8Array {
  const ranks = new Uint8Array(inNames.length)
  for (let at = 0; at < ranks.length; at++) {
    const parent = parents[at] ?? -1
    if (parent >= 0 && (ranks[parent] || inNames[parent])) ranks[at] = rank.above
  }
  return ranks
}

/** Each name stands between line breaks. */
function rankOfName(names: string, at: number, word: string): number {
  if (names[at - 1] !== '\n') return startsWord(names, at, word) ? rank.word : rank.part
  return names[at + word.length] === '\n' ? rank.name : rank.start
}

/** `mtu` in `link-mtu`, and not in `amtux`. */
function startsWord(names: string, first: number, word: string): boolean {
  const end = names.indexOf('\n', first)
  for (let at = first; at >= 0 && at < end; at = names.indexOf(word, at + 1))
    if ('-_.'.includes(names.charAt(at - 1))) return true
  return false
}

function isBelow(node: SchemaNode, list: SchemaNode): boolean {
  for (let at = dataParent(node); at; at = dataParent(at)) if (at === list) return true
  return false
}

/** The numbers of the nodes with the smallest ranks; among equal ranks, those that come first. */
class BestNodes {
  /** Rank and number in one, sorted. */
  readonly #keys: number[] = []

  get isFull(): boolean {
    return this.#keys.length === MAX_HITS
  }

  get numbers(): readonly number[] {
    return this.#keys.map((key) => key % MAX_NODES)
  }

  add(number: number, rank: number): void {
    const key = rank * MAX_NODES + number
    if (this.isFull && key > (this.#keys.at(-1) ?? 0)) return
    const at = this.#keys.findIndex((other) => other > key)
    this.#keys.splice(at < 0 ? this.#keys.length : at, 0, key)
    if (this.#keys.length > MAX_HITS) this.#keys.pop()
  }
}
