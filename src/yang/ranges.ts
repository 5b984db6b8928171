import type { IntegerBase, Range, Type } from './model.ts'

/** A longer restriction is refused: real ones have some ten parts. */
const maxLength = 20_000

function bits(count: number, isSigned: boolean): readonly Range[] {
  const size = 1n << BigInt(isSigned ? count - 1 : count)
  return [{ min: isSigned ? -size : 0n, max: size - 1n }]
}

/** The range of a built-in integer type without a restriction. */
export const integerRanges: Readonly<Record<IntegerBase, readonly Range[]>> = {
  int8: bits(8, true),
  int16: bits(16, true),
  int32: bits(32, true),
  int64: bits(64, true),
  uint8: bits(8, false),
  uint16: bits(16, false),
  uint32: bits(32, false),
  uint64: bits(64, false),
}

/** The range of a decimal64, in units of its last digit, and of the length of strings and binaries. */
export const decimalRanges = bits(64, true)
export const allLengths = bits(64, false)

export function isIntegerBase(name: string): name is IntegerBase {
  return Object.hasOwn(integerRanges, name)
}

/** The ranges that a `range` statement has put on a number's type; undefined when there was none. */
export function statedRanges(type: Type): readonly Range[] | undefined {
  if (type.base === 'decimal64') return type.ranges === decimalRanges ? undefined : type.ranges
  if (!isIntegerBase(type.base) || !('ranges' in type)) return undefined
  return type.ranges === integerRanges[type.base] ? undefined : type.ranges
}

/**
 * Reads the argument of `range` or `length`: `1..10 | 20 | 30..max`. `min` and `max` are the limits of the restricted type.
 * Undefined when it cannot be read, or allows what the restricted type does not.
 */
export function readRanges(
  text: string,
  parent: readonly Range[],
  readNumber: (text: string) => bigint | undefined,
): readonly Range[] | undefined {
  if (text.length > maxLength) return undefined
  const ranges: Range[] = []
  for (const part of text.split('|')) {
    const range = readRange(part, parent, readNumber)
    if (!range) return undefined
    ranges.push(range)
  }
  const isAscending = ranges.every(
    ({ min, max }, index) => min <= max && min > (ranges[index - 1]?.max ?? min - 1n),
  )
  return isAscending && isWithin(ranges, parent) ? ranges : undefined
}

function readRange(text: string, parent: readonly Range[], readNumber: (text: string) => bigint | undefined) {
  const read = (bound: string) => {
    if (bound === 'min') return parent[0]?.min
    if (bound === 'max') return parent.at(-1)?.max
    return readNumber(bound)
  }
  const [low = '', high = low, ...others] = text.split('..').map((bound) => bound.trim())
  const min = read(low)
  const max = read(high)
  return min === undefined || max === undefined || others.length > 0 ? undefined : { min, max }
}

/** Both are ascending, so one walk over both is enough. */
function isWithin(ranges: readonly Range[], parent: readonly Range[]): boolean {
  let at = 0
  return ranges.every(({ min, max }) => {
    while (at < parent.length && (parent[at]?.max ?? max) < max) at += 1
    const outer = parent[at]
    return outer !== undefined && outer.min <= min
  })
}

/** Whether a value lies in one of them; no ranges allow any. */
export function isInRanges(value: bigint, ranges: readonly Range[]): boolean {
  return ranges.length === 0 || ranges.some(({ min, max }) => value >= min && value <= max)
}
