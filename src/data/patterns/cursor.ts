/** A place in a text that is being read from its start to its end. */
export class Cursor {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Goes past what the sticky expression finds here. */
  take(shape: RegExp): RegExpExecArray | undefined {
    shape.lastIndex = this.at
    const match = shape.exec(this.text) ?? undefined
    if (match) this.at = shape.lastIndex
    return match
  }

  expect(shape: RegExp, what: string): RegExpExecArray {
    const match = this.take(shape)
    if (!match) throw new SyntaxError(`${what} is missing at character ${this.at + 1}`)
    return match
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }
}
