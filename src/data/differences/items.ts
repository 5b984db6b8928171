import type { Work } from '../../yang/work.ts'

/** How one list of keyed items becomes another. */
export interface ItemsDifference {
  readonly removed: readonly string[]
  /** New items and, where the order counts, items that move; in the order of the second list. */
  readonly placed: readonly PlacedItem[]
}

export interface PlacedItem {
  readonly key: string
  readonly isNew: boolean
  /** Where the order counts, the item before it; undefined for the first. */
  readonly behind: string | undefined
}

/** Compares two lists of distinct keys. Where the order counts, as few items as possible move. */
export function* compareItems(
  before: readonly string[],
  after: readonly string[],
  isOrdered: boolean,
): Work<ItemsDifference> {
  if (isSameRow(before, after)) return { removed: [], placed: [] }
  const [old, kept] = [new Map(before.map((key, index) => [key, index])), new Set(after)]
  yield
  const staying = isOrdered ? longestRising(after, old) : undefined
  yield
  const placed: PlacedItem[] = []
  for (const [index, key] of after.entries()) {
    if (index % 1_000 === 0) yield
    const isNew = !old.has(key)
    const isPlaced = isNew || (staying !== undefined && !staying.has(key))
    if (isPlaced) placed.push({ key, isNew, behind: isOrdered ? after[index - 1] : undefined })
  }
  return { removed: before.filter((key) => !kept.has(key)), placed }
}

function isSameRow(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((key, index) => key === after[index])
}

/** The longest subsequence that is in the same order in both lists: these items need not move. */
function longestRising(after: readonly string[], old: ReadonlyMap<string, number>): ReadonlySet<string> {
  const common = after.flatMap((key) => {
    const position = old.get(key)
    return position === undefined ? [] : [{ key, position }]
  })
  // For each length of a rising subsequence, the index of the smallest item that ends one. Found by binary search.
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [index, { position }] of common.entries()) {
    const length = countBelow(ends, (end) => (common[end]?.position ?? 0) < position)
    previous[index] = ends[length - 1]
    ends[length] = index
  }
  const found = new Set<string>()
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) {
    found.add(common[index]?.key ?? '')
  }
  return found
}

/** How many items at the start satisfy `isBelow`; no later item does. */
function countBelow(row: readonly number[], isBelow: (item: number) => boolean): number {
  let [low, high] = [0, row.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(row[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** Applies a difference to a list, also to one it was not made from: missing items are not removed. */
export function applyItems(
  row: readonly string[],
  { removed, placed }: ItemsDifference,
  isOrdered: boolean,
): readonly string[] {
  const gone = new Set([
    ...removed,
    ...placed.filter(({ isNew }) => isOrdered || !isNew).map(({ key }) => key),
  ])
  const present = new Set(row)
  const staying = row.filter((key) => !gone.has(key))
  if (!isOrdered) return [...staying, ...placed.map(({ key }) => key).filter((key) => !present.has(key))]

  const followers = new Map(
    placed.filter(({ key, isNew }) => isNew || present.has(key)).map(({ key, behind }) => [behind, key]),
  )
  const result = [undefined, ...staying].flatMap((key) => chain(key, followers))
  return [...result, ...followers.values()]
}

/** The item, and the chain of items that follow it. */
function chain(first: string | undefined, followers: Map<string | undefined, string>): readonly string[] {
  const keys = first === undefined ? [] : [first]
  for (let at = first, next = followers.get(at); next !== undefined; at = next, next = followers.get(at)) {
    followers.delete(at)
    keys.push(next)
  }
  return keys
}
