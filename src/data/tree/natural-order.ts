import type { Work } from '../../yang/work.ts'

/** Characters compared. The rest is ignored, because a text from the device may be arbitrarily long. */
const MAX_LENGTH = 100

/**
 * The indexes of these rows in the order that a person expects, by the first column, then the next: e2 before e10,
 * 10.0.0.9 before 10.0.0.10.
 */
export function naturalOrder(rows: readonly (readonly string[])[]): readonly number[] {
  const keys = rows.map(keyOfRow)
  return [...keys.keys()].sort(comparing(keys))
}

/** {@link naturalOrder} in slices: sorts runs of rows, then merges the runs. */
export function* naturalOrderWork(rows: Iterable<readonly string[]>): Work<readonly number[]> {
  const keys: string[] = []
  for (const row of rows) {
    keys.push(keyOfRow(row))
    if (keys.length % STEP === 0) yield
  }
  const isBefore = comparing(keys)
  let runs: readonly number[][] = []
  for (let start = 0; start < keys.length; start += RUN) {
    const length = Math.min(RUN, keys.length - start)
    runs = [...runs, Array.from({ length }, (_, at) => start + at).sort(isBefore)]
    yield
  }
  while (runs.length > 1) runs = yield* mergePairs(runs, isBefore)
  return runs[0] ?? []
}

/** Rows read or merged between two pauses. */
const STEP = 500
/** Rows that the runtime sorts in one go. */
const RUN = 1_000

type Comparing = (one: number, other: number) => number

function* mergePairs(runs: readonly number[][], compare: Comparing): Work<number[][]> {
  const merged: number[][] = []
  for (let at = 0; at < runs.length; at += 2)
    merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
  return merged
}

function* merge(left: readonly number[], right: readonly number[], compare: Comparing): Work<number[]> {
  const merged: number[] = []
  let [fromLeft, fromRight] = [0, 0]
  while (fromLeft < left.length || fromRight < right.length) {
    const [one, other] = [left[fromLeft], right[fromRight]]
    const takesLeft = other === undefined || (one !== undefined && compare(one, other) < 0)
    merged.push((takesLeft ? one : other) ?? 0)
    if (takesLeft) fromLeft++
    else fromRight++
    if (merged.length % STEP === 0) yield
  }
  return merged
}

const keyOfRow = (columns: readonly string[]) => columns.map(naturalKey).join('\0')

/** Compares by key; equal rows keep their order. */
function comparing(keys: readonly string[]): Comparing {
  return (one, other) => compare(keys[one], keys[other]) || one - other
}

function compare(one = '', other = ''): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** A text whose plain order is the natural order of this one. */
export function naturalKey(text: string): string {
  const start = text.slice(0, MAX_LENGTH)
  return addressKey(start) ?? wordKey(start)
}

/** Numbers compare as numbers, because each is prefixed with its length. Case and accents are ignored. */
function wordKey(text: string): string {
  // Combining marks are removed first: normalising takes time quadratic in their number.
  const plain = isAscii(text) ? text : withoutMarks(withoutMarks(text).normalize('NFD'))
  return plain.toLowerCase().replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '')
    return `0${String.fromCharCode(number.length)}${number}`
  })
}

const withoutMarks = (text: string) => text.replace(/\p{M}+/gu, '')

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return false
  }
  return true
}

const hexPairs = /^[\da-f]{2}(?::[\da-f]{2})+$/i
const hexGroups = /^([\da-f:]+)((?<=:)(?:\d+\.){3}\d+)?([/%].*)?$/i

/** Addresses in hexadecimal: MAC addresses as they are, IPv6 addresses with all their digits. */
function addressKey(text: string): string | undefined {
  if (!text.includes(':')) return undefined
  if (hexPairs.test(text)) return `:${text.toLowerCase()}`
  const [, groups, dotted, rest = ''] = hexGroups.exec(text) ?? []
  const digits = groups && ipv6Digits(groups, dotted)
  return digits && `:${digits}${wordKey(rest)}`
}

function ipv6Digits(text: string, dotted: string | undefined): string | undefined {
  const [left = [], right, tooMany] = text.split('::').map((half) => half.split(':').filter(Boolean))
  const tail = dotted?.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0')) ?? []
  const room = 8 - tail.length / 2 - left.length - (right?.length ?? 0)
  if (tooMany || room < 0 || (!right && room > 0)) return undefined
  const groups = [...left, ...Array<string>(room).fill('0'), ...(right ?? [])]
  if (groups.some((group) => group.length > 4)) return undefined
  return [...groups.map((group) => group.toLowerCase().padStart(4, '0')), ...tail].join('')
}
