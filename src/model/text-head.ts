import { finishInSlices, type Work } from '../yang/work.ts'

/** The name and revision that a module's text states. File names and addresses may be wrong. */
export interface TextHead {
  readonly kind: 'module' | 'submodule'
  readonly name: string
  /** The newest revision in the text. */
  readonly revision: string | undefined
}

/**
 * Reads the name and the newest revision of a module's text. Undefined when it is not a complete module: what a cut
 * connection left has braces that never close. One pass over the text, whatever it holds, in slices.
 */
export function headOf(text: string): Promise<TextHead | undefined> {
  return finishInSlices(readHead(text))
}

const STEPS_BETWEEN_PAUSES = 20_000

function* readHead(text: string): Work<TextHead | undefined> {
  const scanner = new Scanner(text)
  for (let steps = 1; scanner.step(); steps++) if (steps % STEPS_BETWEEN_PAUSES === 0) yield
  return scanner.head
}

const [QUOTE, APOSTROPHE, SLASH, STAR, SEMICOLON, BACKSLASH, OPEN, CLOSE] = [34, 39, 47, 42, 59, 92, 123, 125]
/** In characters. Names and dates are shorter. */
const MAX_WORD = 256

/** Goes through a text word by word, and remembers the few words that identify it. */
class Scanner {
  readonly #text: string
  #at = 0
  #depth = 0
  #isClosed = false
  #isBroken = false
  /** The words of the current statement; empty for nested statements. */
  #words: string[] = []
  #kind = ''
  #name = ''
  #revision: string | undefined

  constructor(text: string) {
    this.#text = text
  }

  get head(): TextHead | undefined {
    const kind = this.#kind
    if (this.#isBroken || !this.#isClosed || (kind !== 'module' && kind !== 'submodule')) return undefined
    return this.#name === '' ? undefined : { kind, name: this.#name, revision: this.#revision }
  }

  /** Reads a word or a sign, or skips a blank or a comment. False at the end. */
  step(): boolean {
    const code = this.#text.charCodeAt(this.#at)
    if (Number.isNaN(code) || this.#isBroken) return false
    if (isBlank(code)) this.#skipBlanks()
    else if (code === SLASH && this.#skipsComment()) return true
    else if (code === OPEN || code === CLOSE || code === SEMICOLON) this.#sign(code)
    else this.#word(code === QUOTE || code === APOSTROPHE ? this.#quoted(code) : this.#bare())
    return true
  }

  #skipBlanks(): void {
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at++
  }

  #skipsComment(): boolean {
    const next = this.#text.charCodeAt(this.#at + 1)
    if (next !== SLASH && next !== STAR) return false
    this.#goBehind(next === STAR ? '*/' : '\n', 2)
    return true
  }

  #sign(code: number): void {
    this.#at++
    this.#endStatement()
    if (code === OPEN) this.#depth++
    if (code === CLOSE) this.#depth--
    if (this.#depth < 0 || (this.#depth === 0 && code === SEMICOLON)) this.#isBroken = true
    if (this.#depth === 0) this.#isClosed = true
  }

  #endStatement(): void {
    const [keyword = '', argument = ''] = this.#words
    this.#words = []
    if (this.#depth === 0 && !this.#isClosed) [this.#kind, this.#name] = [keyword, argument]
    const isNewer = keyword === 'revision' && (this.#revision === undefined || argument > this.#revision)
    if (this.#depth === 1 && isNewer) this.#revision = argument
  }

  #word(word: string): void {
    if (this.#isClosed) this.#isBroken = true
    if (this.#depth < 2 && this.#words.length < 2) this.#words.push(word)
  }

  #bare(): string {
    const start = this.#at
    while (!endsWord(this.#text.charCodeAt(this.#at))) this.#at++
    return this.#text.slice(start, Math.min(this.#at, start + MAX_WORD))
  }

  #quoted(quote: number): string {
    const start = this.#at + 1
    if (quote === APOSTROPHE) this.#goBehind("'", 1)
    else this.#goBehindQuote()
    return this.#text.slice(start, Math.min(this.#at - 1, start + MAX_WORD))
  }

  #goBehindQuote(): void {
    let at = this.#at + 1
    for (let code = this.#text.charCodeAt(at); code !== QUOTE && !Number.isNaN(code); ) {
      at += code === BACKSLASH ? 2 : 1
      code = this.#text.charCodeAt(at)
    }
    this.#at = at + 1
  }

  /** A text that ends before the sign is truncated. Its braces are open, so it counts as incomplete. */
  #goBehind(sign: string, from: number): void {
    const found = this.#text.indexOf(sign, this.#at + from)
    this.#at = found < 0 ? this.#text.length : found + sign.length
  }
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xfeff
}

function endsWord(code: number): boolean {
  return (
    Number.isNaN(code) ||
    code === OPEN ||
    code === CLOSE ||
    code === SEMICOLON ||
    code === 32 ||
    (code >= 9 && code <= 13)
  )
}
