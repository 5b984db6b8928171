import { columnAt, Unquoting } from './unquote.ts'
import type { Work } from './work.ts'

/** A quoted string longer than this is decoded with pauses. */
const longString = 32 << 10
const maxPieces = 10_000
const maxComments = 100_000

/** The text breaks the rules of RFC 7950 section 6, or a limit, at this offset. */
export class BrokenText extends Error {
  readonly offset: number
  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** A string that was read; a long one still has to be decoded. */
export type ScannedString = string | Work<string>

type Piece = string | Unquoting

/** Takes words, strings and single characters off a text, and skips what stands between them. */
export class Scanner {
  readonly #text: string
  #at = 0
  #comments = 0
  #oddity: number | undefined

  constructor(text: string) {
    this.#text = text
    if (text.charCodeAt(0) === byteOrderMark) this.#at = 1
  }

  get at(): number {
    return this.#at
  }

  /** The offset of the first text that YANG 1 allows and YANG 1.1 does not: an unknown escape, a quote in a bare word. */
  get oddity(): number | undefined {
    return this.#oddity
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** Skips this character if it comes next, and says whether it did. */
  takes(character: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== character) return false
    this.#at += 1
    return true
  }

  /** Up to a blank, a semicolon, a brace or a comment. */
  word(): string {
    const text = this.#text
    const start = this.#at
    let at = start
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code <= space || code === semicolon || code === openBrace || code === closeBrace) break
      if (code === slash && isCommentAt(text, at)) break
      if (code === doubleQuote || code === singleQuote) this.#oddity ??= at
    }
    this.#at = at
    return text.slice(start, at)
  }

  /** A bare word, or quoted strings joined by plus signs. Empty when neither comes next. */
  string(): ScannedString {
    if (!this.#isAtQuote()) return this.word()
    const first = this.#quoted()
    this.skipBlanks()
    if (!this.takes(plus)) return typeof first === 'string' ? first : this.#decode([first])
    const pieces = [first, ...this.#pieces()]
    return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : this.#decode(pieces)
  }

  /** Blanks, line breaks and comments. */
  skipBlanks() {
    const text = this.#text
    for (;;) {
      while (isBlank(text.charCodeAt(this.#at))) this.#at += 1
      if (text.charCodeAt(this.#at) !== slash || !isCommentAt(text, this.#at)) return
      this.#skipComment()
    }
  }

  fail(message: string): never {
    throw new BrokenText(this.#at, message)
  }

  #isAtQuote(): boolean {
    const code = this.#text.charCodeAt(this.#at)
    return code === doubleQuote || code === singleQuote
  }

  #pieces(): Piece[] {
    const pieces: Piece[] = []
    do {
      this.skipBlanks()
      if (!this.#isAtQuote()) this.fail('a quoted string must follow "+"')
      pieces.push(this.#quoted())
      if (pieces.length > maxPieces) this.fail(`a string in more than ${maxPieces} pieces`)
      this.skipBlanks()
    } while (this.takes(plus))
    return pieces
  }

  #quoted(): Piece {
    const start = this.#at
    const isSingle = this.#text.charCodeAt(start) === singleQuote
    const end = isSingle ? this.#text.indexOf("'", start + 1) : this.#endOfDoubleQuoted(start)
    if (end < 0) this.fail('a quoted string has no end')
    this.#at = end + 1
    const raw = this.#text.slice(start + 1, end)
    if (isSingle || !/[\n\\]/.test(raw)) return raw
    const unquoting = new Unquoting(raw, columnAt(this.#text, start) + 1)
    if (raw.length > longString) return unquoting
    const decoded = unquoting.decode()
    if (unquoting.hasOddEscape) this.#oddity ??= start
    return decoded
  }

  /** The next quote that no backslash escapes. Most strings have neither before their end. */
  #endOfDoubleQuoted(start: number): number {
    const text = this.#text
    const end = text.indexOf('"', start + 1)
    if (text.charCodeAt(end - 1) !== backslash) return end
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === backslash) at += 1
      else if (code === doubleQuote) return at
    }
    return -1
  }

  *#decode(pieces: readonly Piece[]): Work<string> {
    const start = this.#at
    const decoded: string[] = []
    for (const piece of pieces) {
      if (typeof piece === 'string') decoded.push(piece)
      else {
        decoded.push(yield* piece.work())
        if (piece.hasOddEscape) this.#oddity ??= start
      }
    }
    return decoded.join('')
  }

  #skipComment() {
    const isBlock = this.#text.charCodeAt(this.#at + 1) === star
    const end = isBlock ? this.#text.indexOf('*/', this.#at + 2) : this.#text.indexOf('\n', this.#at)
    if (end < 0 && isBlock) this.fail('a comment has no end')
    this.#comments += 1
    if (this.#comments > maxComments) this.fail(`more than ${maxComments} comments`)
    this.#at = end < 0 ? this.#text.length : end + (isBlock ? 2 : 1)
  }
}

const byteOrderMark = 0xfeff
const space = 32
const doubleQuote = 34
const singleQuote = 39
const star = 42
const plus = 43
const slash = 47
export const semicolon = 59
const backslash = 92
export const openBrace = 123
export const closeBrace = 125

function isBlank(code: number): boolean {
  return code === space || (code <= 13 && code >= 9)
}

function isCommentAt(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1)
  return next === slash || next === star
}
