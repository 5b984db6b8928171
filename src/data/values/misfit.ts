import type { Identity, Pattern, Range } from '../../yang/model.ts'
import type { JsonKind } from '../json/json.ts'

/** Why something is not a value of its type: a code and the facts. Pages turn them into words. */
export type Misfit = { readonly kind: 'misfit' } & Facts

type Facts =
  | { readonly code: 'wrong-json-type'; readonly expected: JsonKind | '[null]'; readonly found: JsonKind }
  | { readonly code: 'not-an-integer' | 'not-a-decimal' | 'not-a-boolean' | 'not-empty' | 'not-base64' }
  | { readonly code: 'too-low'; readonly min: bigint }
  | { readonly code: 'too-high'; readonly max: bigint }
  | { readonly code: 'not-in-range'; readonly ranges: readonly Range[] }
  | { readonly code: 'too-many-fraction-digits'; readonly max: number }
  | { readonly code: 'too-short'; readonly length: number; readonly min: bigint }
  | { readonly code: 'too-long'; readonly length: number; readonly max: bigint }
  | { readonly code: 'length-not-in-range'; readonly length: number; readonly ranges: readonly Range[] }
  /** A control character, half of a surrogate pair, or no character at all. */
  | { readonly code: 'forbidden-character'; readonly codePoint: number }
  | { readonly code: 'pattern'; readonly pattern: Pattern }
  | { readonly code: 'unknown-enum' }
  | { readonly code: 'unknown-bit' | 'repeated-bit'; readonly bit: string }
  | { readonly code: 'unknown-identity'; readonly bases: readonly Identity[] }
  | { readonly code: 'bad-instance-identifier' }
  /** For a union: why each of its members refuses the value. */
  | { readonly code: 'no-member-fits'; readonly misfits: readonly Misfit[] }

export function misfit(facts: Facts): Misfit {
  return { kind: 'misfit', ...facts }
}
