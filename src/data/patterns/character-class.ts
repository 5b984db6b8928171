import type { Cursor } from './cursor.ts'
import { literal, readEscape } from './escape.ts'

const MAX_SUBTRACTIONS = 5

const opening = /\[(\^?)/y
const subtraction = /-(?=\[)/y
const closing = /\]/y
const character = /[^\\\]]/suy
/** A hyphen makes a range, unless it is the last character of its class or starts a subtraction. */
const rangeSign = /-(?![\][])/y

/** Reads a class of XML Schema, from its `[` to its `]`, and gives it as RE2 writes it. */
export function readClass(cursor: Cursor, subtractions = 0): string {
  if (subtractions > MAX_SUBTRACTIONS) throw new SyntaxError('too many classes subtracted from each other')
  const [, caret] = cursor.expect(opening, 'a class')
  const members = readMembers(cursor)
  const set = setOf(members, caret === '^')
  const less = cursor.take(subtraction) && readClass(cursor, subtractions + 1)
  cursor.expect(closing, 'the end of a class')
  return less === undefined ? set : without(set, less)
}

interface Members {
  /** What stands in the brackets of a class. */
  inside: string
  /** Classes of their own: `\W` is all but some, which no bracket can hold beside others. */
  readonly others: string[]
}

function readMembers(cursor: Cursor): Members {
  const members: Members = { inside: '', others: [] }
  while (!cursor.isAtEnd && !cursor.startsWith(']') && !cursor.startsWith('-[')) readMember(cursor, members)
  return members
}

function readMember(cursor: Cursor, members: Members): void {
  const first = readOne(cursor)
  if (first.kind === 'set') {
    if (first.isNegated) members.others.push(`[^${first.inside}]`)
    else members.inside += first.inside
    return
  }
  members.inside += literal(first.codePoint)
  if (!cursor.take(rangeSign)) return
  const last = readOne(cursor)
  if (last.kind === 'set') throw new SyntaxError('a range ends in a set')
  members.inside += `-${literal(last.codePoint)}`
}

function readOne(cursor: Cursor) {
  if (cursor.startsWith('\\')) return readEscape(cursor)
  const [found] = cursor.expect(character, 'a character of a class')
  return { kind: 'character', codePoint: found.codePointAt(0) ?? 0 } as const
}

function setOf({ inside, others }: Members, isNegated: boolean): string {
  if (inside === '' && others.length === 0) throw new SyntaxError('an empty class')
  if (others.length === 0) return `[${isNegated ? '^' : ''}${inside}]`
  const any = `(?:${[...(inside ? [`[${inside}]`] : []), ...others].join('|')})`
  return isNegated ? without('[\\x{0}-\\x{10ffff}]', any) : any
}

/** RE2 subtracts no classes, but can look back at the character that was just read. */
function without(set: string, less: string): string {
  return `(?:${set}(?<!${less}))`
}
