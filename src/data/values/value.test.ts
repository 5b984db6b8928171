import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { plainTypedJson, typedJson } from '../../../test/support/values.ts'
import type { Type } from '../../yang/model.ts'
import type { Json } from '../json/json.ts'
import { valueFromJson, valueFromText } from './read-value.ts'
import type { Value } from './value.ts'
import { jsonOf, sameValue, textOf } from './value.ts'

test('what is written as JSON is read back as the same value, and written the same again', () => {
  fc.assert(
    fc.property(typedJson, ({ type, json }) => {
      const value = fromJson(json as Json, type)
      const written = jsonOf(value)
      const again = fromJson(JSON.parse(JSON.stringify(written)), type)
      expect(sameValue(value, again)).toBe(true)
      expect(jsonOf(again)).toEqual(written)
    }),
    { numRuns: 2_000 },
  )
})

test('what is written as text is read back as the same value, unless a union leaves that open', () => {
  fc.assert(
    fc.property(plainTypedJson, ({ type, json }) => {
      const value = fromJson(json as Json, type)
      const again = valueFromText(textOf(value), { type, module: 'm' })
      expect(again.kind !== 'misfit' && sameValue(value, again)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('the canonical form of a canonical form is itself', () => {
  fc.assert(
    fc.property(typedJson, ({ type, json }) => {
      const canonical = (text: string) => {
        const value = valueFromText(text, { type, module: 'm' })
        return value.kind === 'misfit' ? value.code : textOf(value)
      }
      const once = canonical(textOf(fromJson(json as Json, type)))
      expect(canonical(once)).toBe(once)
    }),
    { numRuns: 2_000 },
  )
})

test('whatever stands in place of a value, reading it ends in a value or a misfit', () => {
  const types = typedJson.map(({ type }) => type)
  fc.assert(
    fc.property(
      types,
      fc.oneof(
        fc.jsonValue(),
        typedJson.map(({ json }) => json),
      ),
      (type, json) => {
        const checked = valueFromJson(json as Json, { type, module: 'm' })
        if (checked.kind === 'misfit') expect(checked.code).toBeString()
        else expect(sameValue(checked, fromJson(jsonOf(checked), type))).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('whatever the text, reading it ends in a value or a misfit', () => {
  const types = typedJson.map(({ type }) => type)
  fc.assert(
    fc.property(types, fc.string({ unit: 'binary' }), (type, text) => {
      const checked = valueFromText(text, { type, module: 'm' })
      expect(checked.kind === 'misfit' ? checked.code : textOf(checked)).toBeString()
    }),
    { numRuns: 2_000 },
  )
})

function fromJson(json: Json, type: Type): Value {
  const checked = valueFromJson(json, { type, module: 'm' })
  if (checked.kind === 'misfit') throw new Error(`${JSON.stringify(json)}: ${checked.code}`)
  return checked
}
