import { writeSync } from 'node:fs'

/** Standard output could not be written. */
export class OutputFailed extends Error {
  override name = 'OutputFailed'
  readonly code: string

  constructor(cause: unknown) {
    super('standard output cannot be written', { cause })
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  }
}

/** Writes a line to standard output, or throws. console.log would not report a failed write. */
export function print(text: string): void {
  let left = Buffer.from(`${text}\n`)
  while (left.length > 0) left = left.subarray(writeSome(left))
}

function writeSome(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes)
  } catch (error) {
    const failed = new OutputFailed(error)
    if (failed.code !== 'EAGAIN') throw failed
    // The pipe is full, and another program has switched it to non-blocking writes.
    Bun.sleepSync(5)
    return 0
  }
}

/**
 * JSON escapes control characters below a blank. DEL, C1 controls, line separators, and the marks that hide text or turn
 * the reading direction around can forge a line on a terminal just as well.
 */
export function escapeInvisible(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}](?!$)/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** Words of a device or a store, for a terminal: they must not steer it. */
export function printable(words: string): string {
  return words.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
