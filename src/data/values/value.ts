import type { Bit, EnumValue, Identity, IntegerBase, Type } from '../../yang/model.ts'
import type { Json } from '../json/json.ts'
import type { ConcreteType } from './concrete-types.ts'
import type { InstanceStep } from './instance-identifier.ts'
import { textOfInstance } from './instance-identifier.ts'
import type { Misfit } from './misfit.ts'

/**
 * A value that fits its type. `type` is the type that accepted it: the member of a union, or the type that a leafref leads
 * to.
 */
export type Value =
  | { readonly kind: 'integer'; readonly type: TypeOf<IntegerBase>; readonly number: bigint }
  /** In units of the last digit: 1.5 with two digits is 150. */
  | { readonly kind: 'decimal64'; readonly type: TypeOf<'decimal64'>; readonly number: bigint }
  | { readonly kind: 'string'; readonly type: TypeOf<'string'>; readonly text: string }
  | { readonly kind: 'boolean'; readonly type: TypeOf<'boolean'>; readonly isTrue: boolean }
  | { readonly kind: 'empty'; readonly type: TypeOf<'empty'> }
  | { readonly kind: 'enumeration'; readonly type: TypeOf<'enumeration'>; readonly member: EnumValue }
  /** In the order of their positions. */
  | { readonly kind: 'bits'; readonly type: TypeOf<'bits'>; readonly bits: readonly Bit[] }
  | {
      readonly kind: 'binary'
      readonly type: TypeOf<'binary'>
      readonly base64: string
      readonly byteLength: number
    }
  | { readonly kind: 'identityref'; readonly type: TypeOf<'identityref'>; readonly identity: Identity }
  | {
      readonly kind: 'instance-identifier'
      readonly type: TypeOf<'instance-identifier'>
      readonly steps: readonly InstanceStep[]
    }

export type TypeOf<Base extends ConcreteType['base']> = Extract<ConcreteType, { readonly base: Base }>

/** The outcome of checking something against a type. */
export type Checked = Value | Misfit

/** The canonical text of RFC 7950, with module names instead of prefixes: the form of a key in a path. */
export function textOf(value: Value): string {
  switch (value.kind) {
    case 'integer':
      return value.number.toString()
    case 'decimal64':
      return decimalText(value.number, value.type.fractionDigits)
    case 'string':
      return value.text
    case 'boolean':
      return value.isTrue ? 'true' : 'false'
    case 'empty':
      return ''
    case 'enumeration':
      return value.member.name
    case 'bits':
      return value.bits.map(({ name }) => name).join(' ')
    case 'binary':
      return value.base64
    case 'identityref':
      return `${value.identity.module}:${value.identity.name}`
    case 'instance-identifier':
      return textOfInstance(value.steps)
  }
}

const bigBases: ReadonlySet<Type['base']> = new Set(['int64', 'uint64'])

/** As RFC 7951 writes it: 64-bit numbers and decimals are strings, `empty` is `[null]`. */
export function jsonOf(value: Value): Json {
  if (value.kind === 'boolean') return value.isTrue
  if (value.kind === 'empty') return [null]
  if (value.kind === 'integer' && !bigBases.has(value.type.base)) return Number(value.number)
  return textOf(value)
}

/** True for equal values, whichever form they were read from. In a union, 5 and "5" are different values. */
export function sameValue(one: Value, other: Value): boolean {
  const [json, otherJson] = [jsonOf(one), jsonOf(other)]
  return json === otherJson || (one.kind === 'empty' && other.kind === 'empty')
}

/** At least one digit on either side of the point, and no superfluous zeros. */
function decimalText(number: bigint, fractionDigits: number): string {
  const digits = (number < 0n ? -number : number).toString().padStart(fractionDigits + 1, '0')
  const fraction = digits.slice(-fractionDigits).replace(/(?<=.)0+$/, '')
  return `${number < 0n ? '-' : ''}${digits.slice(0, -fractionDigits)}.${fraction}`
}
