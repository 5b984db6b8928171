import type { Work } from './work.ts'

/** Lines and escapes decoded between two pauses. */
const batch = 2_000

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
])

/**
 * The text between two double quotes, as RFC 7950 section 6.1.3 reads it: blanks before a line break are removed, and so
 * is the indentation of the following lines up to the column after the opening quote; then escapes are decoded.
 * YANG 1 keeps a backslash before any other character; YANG 1.1 forbids it, and `hasOddEscape` tells.
 */
export class Unquoting {
  readonly #raw: string
  readonly #width: number
  #parts: string[] = []
  #at = 0
  /** The rest of a tab that reaches beyond the column. */
  #indentation = ''
  #nextBreak: number
  #nextEscape: number
  hasOddEscape = false

  constructor(raw: string, width: number) {
    this.#raw = raw
    this.#width = width
    this.#nextBreak = this.#find('\n')
    this.#nextEscape = this.#find('\\')
  }

  /** Decodes without a pause. */
  decode(): string {
    while (this.#step()) {}
    return this.#parts.join('')
  }

  /** Decodes with pauses. */
  *work(): Work<string> {
    const chunks: string[] = []
    for (let steps = 1; this.#step(); steps++) {
      if (steps % batch > 0) continue
      chunks.push(this.#parts.join(''))
      this.#parts = []
      yield
    }
    return chunks.join('') + this.#parts.join('')
  }

  /** Decodes up to the next line break or escape; false at the end. */
  #step(): boolean {
    const raw = this.#raw
    if (this.#nextEscape < this.#nextBreak) {
      const escaped = raw.charAt(this.#nextEscape + 1)
      const meaning = escapes.get(escaped)
      if (meaning === undefined) this.hasOddEscape = true
      this.#parts.push(this.#indentation, raw.slice(this.#at, this.#nextEscape), meaning ?? `\\${escaped}`)
      this.#indentation = ''
      this.#at = this.#nextEscape + 2
      this.#nextEscape = this.#find('\\')
      return true
    }
    if (this.#nextBreak < raw.length) {
      const line = raw.slice(this.#at, endOfWords(raw, this.#at, this.#nextBreak))
      const lineBreak = raw[this.#nextBreak - 1] === '\r' ? '\r\n' : '\n'
      this.#parts.push(line === '' ? '' : this.#indentation + line, lineBreak)
      this.#at = this.#nextBreak + 1
      this.#skipIndentation()
      this.#nextBreak = this.#find('\n')
      return true
    }
    this.#parts.push(this.#indentation, raw.slice(this.#at))
    return false
  }

  /** A tab counts as eight blanks. The part beyond the column stays, as blanks. */
  #skipIndentation() {
    let column = 0
    this.#indentation = ''
    while (column < this.#width) {
      const code = this.#raw.charCodeAt(this.#at)
      if (code !== space && code !== tab) return
      column += code === tab ? 8 : 1
      this.#at += 1
    }
    if (column > this.#width) this.#indentation = ' '.repeat(column - this.#width)
  }

  #find(what: string): number {
    const found = this.#raw.indexOf(what, this.#at)
    return found < 0 ? this.#raw.length : found
  }
}

const tab = 9
const carriageReturn = 13
const space = 32

function endOfWords(text: string, from: number, end: number): number {
  for (let at = end; at > from; at--) {
    const code = text.charCodeAt(at - 1)
    if (code !== space && code !== tab && code !== carriageReturn) return at
  }
  return from
}

/** The width of the line before this offset; a tab counts as eight. */
export function columnAt(text: string, at: number): number {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  let column = before.length
  for (let tabAt = before.indexOf('\t'); tabAt >= 0; tabAt = before.indexOf('\t', tabAt + 1)) column += 7
  return column
}
