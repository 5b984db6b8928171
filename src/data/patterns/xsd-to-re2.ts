import { readClass } from './character-class.ts'
import { Cursor } from './cursor.ts'
import { literal, readEscape } from './escape.ts'

const quantifier = /\{\d+(?:,\d*)?\}/y
const single = /[\s\S]/uy

/** Characters that are the same in both, or have one translation. */
const symbols: ReadonlyMap<string, string> = new Map([
  ['.', '[^\\n\\r]'],
  // `(?` has a special meaning in RE2 that XML Schema does not have.
  ['(', '(?:'],
  [')', ')'],
  ['|', '|'],
  ['?', '?'],
  ['*', '*'],
  ['+', '+'],
])

/**
 * A regular expression of XML Schema as RE2 writes it. It is anchored at both ends, so `^` and `$` mean themselves.
 * Throws a SyntaxError for anything else.
 */
export function re2Of(xsd: string): string {
  const cursor = new Cursor(xsd)
  let re2 = ''
  while (!cursor.isAtEnd) re2 += readAtom(cursor)
  return re2
}

function readAtom(cursor: Cursor): string {
  if (cursor.startsWith('[')) return readClass(cursor)
  if (cursor.startsWith('\\')) return readEscaped(cursor)
  if (cursor.startsWith('{')) return cursor.expect(quantifier, 'a quantifier')[0]
  const [character] = cursor.expect(single, 'a character')
  return symbols.get(character) ?? literal(character.codePointAt(0) ?? 0)
}

function readEscaped(cursor: Cursor): string {
  const escaped = readEscape(cursor)
  if (escaped.kind === 'character') return literal(escaped.codePoint)
  return `[${escaped.isNegated ? '^' : ''}${escaped.inside}]`
}
