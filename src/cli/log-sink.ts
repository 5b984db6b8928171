import { write } from 'node:fs'

/** Where the lines of a log go. Takes them at once, whatever becomes of them. */
export interface LogSink {
  write(line: string): void
  /** Calls back when lines can be written again after some were lost, with how many. */
  whenBack(tell: (lost: number) => void): void
  /** Resolves when what could be written is. */
  flush(): Promise<void>
}

/** Writes bytes to somewhere, and says how many of them it took. */
export type WriteBytes = (bytes: Uint8Array) => Promise<number>

const MOST_WAITING_BYTES = 1024 * 1024

/** Standard output, through the thread pool: a pipe that nobody reads holds up no request. */
export const standardOutput = () => boundedSink(writeTo(1))

/**
 * Keeps the lines that wait to be written, up to a limit. What does not fit, and what the other end refuses
 * (a full disk, a closed pipe), is lost and counted.
 */
export function boundedSink(writeBytes: WriteBytes): LogSink {
  let waiting: string[] = []
  let waitingBytes = 0
  let lost = 0
  let tellLost = (_lost: number) => {}
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting
      waiting = []
      waitingBytes = 0
      if (await wasWritten(lines.join(''), writeBytes)) reportLost()
      else lost += lines.length
    }
    writing = undefined
  }

  function reportLost(): void {
    if (lost === 0) return
    const count = lost
    lost = 0
    tellLost(count)
  }

  return {
    write(line) {
      const bytes = Buffer.byteLength(line)
      if (waitingBytes + bytes > MOST_WAITING_BYTES) {
        lost++
        return
      }
      waiting.push(line)
      waitingBytes += bytes
      writing ??= writeAll()
    },
    whenBack(tell) {
      tellLost = tell
    },
    async flush() {
      await writing
    },
  }
}

async function wasWritten(text: string, writeBytes: WriteBytes): Promise<boolean> {
  let left = Buffer.from(text)
  try {
    while (left.length > 0) left = left.subarray(await writeBytes(left))
    return true
  } catch {
    return false
  }
}

function writeTo(fd: number): WriteBytes {
  return async (bytes) => {
    for (;;) {
      const { error, written } = await writeOnce(fd, bytes)
      if (!error) return written
      // Whoever shares the pipe with us may have made it one that does not wait.
      if (error.code !== 'EAGAIN') throw error
      await Bun.sleep(20)
    }
  }
}

function writeOnce(fd: number, bytes: Uint8Array) {
  return new Promise<{ error: NodeJS.ErrnoException | null; written: number }>((resolve) => {
    write(fd, bytes, (error, written) => resolve({ error, written }))
  })
}
