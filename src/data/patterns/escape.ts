import type { Cursor } from './cursor.ts'

/** What one escape stands for: a character, or a set, given as what stands in the brackets of an RE2 class. */
export type Escaped =
  | { readonly kind: 'character'; readonly codePoint: number }
  | { readonly kind: 'set'; readonly inside: string; readonly isNegated: boolean }

/** The names of XML: where one may start, and what else may follow. */
const nameStart =
  ':A-Z_a-z\\x{c0}-\\x{d6}\\x{d8}-\\x{f6}\\x{f8}-\\x{2ff}\\x{370}-\\x{37d}\\x{37f}-\\x{1fff}\\x{200c}-\\x{200d}' +
  '\\x{2070}-\\x{218f}\\x{2c00}-\\x{2fef}\\x{3001}-\\x{d7ff}\\x{f900}-\\x{fdcf}\\x{fdf0}-\\x{fffd}' +
  '\\x{10000}-\\x{effff}'
const nameRest = `${nameStart}\\x{2d}.0-9\\x{b7}\\x{300}-\\x{36f}\\x{203f}-\\x{2040}`

/** XML Schema part 2, appendix F.1.1. Their meaning is not that of the same letters in RE2. */
const sets: ReadonlyMap<string, string> = new Map([
  ['d', '\\p{Nd}'],
  ['s', ' \\t\\n\\r'],
  // `\w` is everything except punctuation, separators and "other".
  ['w', '\\p{L}\\p{M}\\p{N}\\p{S}'],
  ['i', nameStart],
  ['c', nameRest],
])

const controls: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

const categories = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/

// XML Schema has no `\x1f`, but published modules use it and the libraries of devices accept it.
const escapeShape = /\\(?:([pP])\{([^}]*)\}|x([\da-fA-F]{2})|x\{([\da-fA-F]{1,5})\}|(.))/suy

/** Reads the escape that starts at the cursor. */
export function readEscape(cursor: Cursor): Escaped {
  const [, property, category = '', short, long, letter = ''] = cursor.expect(escapeShape, 'an escape')
  if (property) return categorySet(category, property === 'P')
  const hex = short ?? long
  if (hex !== undefined) return { kind: 'character', codePoint: Number.parseInt(hex, 16) }
  const inside = sets.get(letter.toLowerCase())
  if (inside !== undefined) return { kind: 'set', inside, isNegated: letter !== letter.toLowerCase() }
  const character = controls.get(letter) ?? letter
  if (/[a-z\d]/i.test(character)) throw new SyntaxError(`no escape of XML Schema: \\${letter}`)
  return { kind: 'character', codePoint: character.codePointAt(0) ?? 0 }
}

function categorySet(name: string, isNegated: boolean): Escaped {
  if (!categories.test(name)) throw new SyntaxError(`not a known category: ${name}`)
  return { kind: 'set', inside: `\\${isNegated ? 'P' : 'p'}{${name}}`, isNegated: false }
}

/** Escapes one character so that it means itself in RE2, inside and outside of brackets. */
export function literal(codePoint: number): string {
  const character = String.fromCodePoint(codePoint)
  return /[A-Za-z\d]/.test(character) ? character : `\\x{${codePoint.toString(16)}}`
}
