import type { Pattern, Range } from '../../yang/model.ts'
import { matchesPattern } from '../patterns/pattern.ts'
import type { Misfit } from './misfit.ts'
import { misfit } from './misfit.ts'
import { isInside } from './numbers.ts'
import type { Checked, TypeOf } from './value.ts'

export function stringFromText(text: string, type: TypeOf<'string'>): Checked {
  return (
    forbiddenIn(text) ??
    wrongLength(text, type.lengths) ??
    unmatched(text, type.patterns) ?? { kind: 'string', type, text }
  )
}

/** RFC 7950 section 9.4: no control characters but tab and line ends, no surrogates, no non-characters. */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufdd0-\ufdef\p{Noncharacter_Code_Point}]/u

function forbiddenIn(text: string): Misfit | undefined {
  const found = forbidden.exec(text)
  return found ? misfit({ code: 'forbidden-character', codePoint: found[0].codePointAt(0) ?? 0 }) : undefined
}

function wrongLength(text: string, lengths: readonly Range[]): Misfit | undefined {
  return lengths.length > 0 ? lengthOutside(lengths, countCharacters(text)) : undefined
}

/** RFC 7950 counts Unicode characters: a pair of surrogates is one. */
function countCharacters(text: string): number {
  let pairs = 0
  for (let index = 0; index < text.length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800) pairs++
  }
  return text.length - pairs
}

/** Why a length is not allowed: of a string in characters, of a binary in bytes. */
export function lengthOutside(lengths: readonly Range[], length: number): Misfit | undefined {
  const [first, last] = [lengths[0], lengths.at(-1)]
  if (!first || !last) return undefined
  if (length < first.min) return misfit({ code: 'too-short', length, min: first.min })
  if (length > last.max) return misfit({ code: 'too-long', length, max: last.max })
  if (isInside(lengths, BigInt(length))) return undefined
  return misfit({ code: 'length-not-in-range', length, ranges: lengths })
}

function unmatched(text: string, patterns: readonly Pattern[]): Misfit | undefined {
  const pattern = patterns.find((pattern) => !matchesPattern(text, pattern))
  return pattern && misfit({ code: 'pattern', pattern })
}
