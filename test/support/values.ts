import fc from 'fast-check'
import type { Json } from '../../src/data/json/json.ts'
import { valueFromJson, valueFromText } from '../../src/data/values/read-value.ts'
import { jsonOf, textOf } from '../../src/data/values/value.ts'
import type { Identity, Type } from '../../src/yang/model.ts'
import {
  binary,
  bitsType,
  boolean,
  decimal64,
  empty,
  enumeration,
  identity,
  identityref,
  instanceIdentifier,
  integer,
  string,
  union,
} from './schema.ts'

/** A type, and values of it as RFC 7951 writes them, canonical or not. */
export interface TypedJson {
  readonly type: Type
  readonly json: unknown
}

const derived: readonly Identity[] = [identity('m:own'), identity('other:far'), identity('other:further')]
const base = identity('m:base', derived)

const small = (name: 'int8' | 'int16' | 'int32' | 'uint8' | 'uint16' | 'uint32', min: number, max: number) =>
  fc.integer({ min, max }).map((json) => ({ type: integer(name), json }))

const big = (name: 'int64' | 'uint64', min: bigint, max: bigint) =>
  fc.tuple(fc.bigInt({ min, max }), fc.constantFrom('', '0', '00')).map(([number, zeros]) => ({
    type: integer(name),
    json: number < 0n ? `-${zeros}${-number}` : `${zeros}${number}`,
  }))

const decimal = fc
  .tuple(fc.integer({ min: 1, max: 18 }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
  .map(([digits, units]) => {
    const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0')
    const sign = units < 0n ? '-' : ''
    return { type: decimal64(digits), json: `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}` }
  })

/** What YANG takes as a string: no control characters but tab and line ends, no halves of pairs. */
export const yangText = fc
  .string({ unit: fc.constantFrom('a', 'b', 'Z', '0', '9', ...' /,:%"\'()*!=[]&?#+;\\.-~\t\n€ü日😀\u202e') })
  .filter((text) => text.isWellFormed())

const bytes = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('base64'))
const flags = fc.shuffledSubarray(['read', 'write', 'exec'])

/** Of a type that is no union. */
export const plainTypedJson: fc.Arbitrary<TypedJson> = fc.oneof(
  small('int8', -128, 127),
  small('int16', -32_768, 32_767),
  small('int32', -(2 ** 31), 2 ** 31 - 1),
  small('uint8', 0, 255),
  small('uint16', 0, 65_535),
  small('uint32', 0, 2 ** 32 - 1),
  big('int64', -(2n ** 63n), 2n ** 63n - 1n),
  big('uint64', 0n, 2n ** 64n - 1n),
  decimal,
  yangText.map((json) => ({ type: string(), json })),
  bytes.map((json) => ({ type: binary(), json })),
  fc.boolean().map((json) => ({ type: boolean, json })),
  fc.constant({ type: empty, json: [null] }),
  fc
    .constantFrom('up', 'down', 'not set')
    .map((json) => ({ type: enumeration('up', 'down', 'not set'), json })),
  flags.map((names) => ({ type: bitsType('read', 'write', 'exec'), json: names.join(' ') })),
  fc.constantFrom('own', 'm:own', 'other:far').map((json) => ({ type: identityref(base), json })),
  fc
    .constantFrom('/m:a/b', "/m:a/m:b[ k = 'x' ]", '/m:a/n:b[m:k="it\'s"][2]/n:c', "/m:a/b[.='1']")
    .map((json) => ({ type: instanceIdentifier, json })),
)

const inUnion = fc
  .tuple(plainTypedJson, fc.array(plainTypedJson, { maxLength: 3 }))
  .map(([value, others]) => ({
    type: union(...others.map(({ type }) => type), value.type),
    json: value.json,
  }))

export const typedJson: fc.Arbitrary<TypedJson> = fc.oneof({ weight: 4, arbitrary: plainTypedJson }, inUnion)

/** What a value of a leaf in module `m` is written as, having been read from JSON; or why it does not fit. */
export function jsonAgain(json: Json, type: Type): Json {
  const checked = valueFromJson(json, { type, module: 'm' })
  return checked.kind === 'misfit' ? checked.code : jsonOf(checked)
}

/** The same with texts. */
export function textAgain(text: string, type: Type): string {
  const checked = valueFromText(text, { type, module: 'm' })
  return checked.kind === 'misfit' ? checked.code : textOf(checked)
}
