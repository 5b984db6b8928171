import { readClass } from './character-class.ts'
import { Cursor } from './cursor.ts'
import { literal, readEscape } from './escape.ts'

const quantifier = /\{\d+(?:,\d*)?\}/y
const single = /[\s\S]/uy

/** What is written the same in both, or stands for one other thing. */
const symbols: ReadonlyMap<string, string> = new Map([
  ['.', '[^\\n\\r]'],
  // RE2 takes `(?` for more than a group: nothing of the kind exists in XML Schema.
  ['(', '(?:'],
  [')', ')'],
  ['|', '|'],
  ['?', '?'],
  ['*', '*'],
  ['+', '+'],
])

/**
 * A regular expression of XML Schema as RE2 writes it. It is anchored at both ends, so `^` and `$` mean themselves.
 * Throws a SyntaxError where the text is no such expression.
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
