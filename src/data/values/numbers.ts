import type { IntegerBase, Range } from '../../yang/model.ts'
import { misfit } from './misfit.ts'
import type { Checked, TypeOf } from './value.ts'

/** RFC 7950 section 9.2.1: in data a number is decimal, also with a leading zero. */
const integerShape = /^([+-]?)(\d+)$/

export function integerFromText(text: string, type: TypeOf<IntegerBase>): Checked {
  const [, sign, digits] = integerShape.exec(text) ?? []
  if (digits === undefined) return misfit({ code: 'not-an-integer' })
  return integer(bigintOf(sign, digits), type)
}

export function integerFromNumber(number: number, type: TypeOf<IntegerBase>): Checked {
  return Number.isInteger(number) ? integer(BigInt(number), type) : misfit({ code: 'not-an-integer' })
}

function integer(number: bigint, type: TypeOf<IntegerBase>): Checked {
  return outsideOf(type.ranges, number) ?? { kind: 'integer', type, number }
}

const decimalShape = /^([+-]?)(\d+)(?:\.(\d+))?$/

export function decimalFromText(text: string, type: TypeOf<'decimal64'>): Checked {
  const [, sign, whole, fraction = ''] = decimalShape.exec(text) ?? []
  if (whole === undefined) return misfit({ code: 'not-a-decimal' })
  const { fractionDigits } = type
  if (/[1-9]/.test(fraction.slice(fractionDigits))) {
    return misfit({ code: 'too-many-fraction-digits', max: fractionDigits })
  }
  const units = whole + fraction.slice(0, fractionDigits).padEnd(fractionDigits, '0')
  const number = bigintOf(sign, units)
  return outsideOf(type.ranges, number) ?? { kind: 'decimal64', type, number }
}

/** More digits than any type has. Converting a longer text to a number takes quadratic time. */
const MAX_DIGITS = 40

function bigintOf(sign: string | undefined, written: string): bigint {
  const digits = written.replace(/^0+/, '')
  const number = digits.length > MAX_DIGITS ? 10n ** BigInt(MAX_DIGITS) : BigInt(digits)
  return sign === '-' ? -number : number
}

function outsideOf(ranges: readonly Range[], number: bigint): Checked | undefined {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (!first || !last) return undefined
  if (number < first.min) return misfit({ code: 'too-low', min: first.min })
  if (number > last.max) return misfit({ code: 'too-high', max: last.max })
  if (isInside(ranges, number)) return undefined
  return misfit({ code: 'not-in-range', ranges })
}

export function isInside(ranges: readonly Range[], number: bigint): boolean {
  return ranges.some(({ min, max }) => number >= min && number <= max)
}
