import { SQLiteError } from 'bun:sqlite'
import { StoreUnavailable } from '../session-store.ts'

export interface SqliteLine {
  /** What the work answers: at once, or as soon as nobody else has the file locked. */
  ask<Result>(work: () => Result): Promise<Result>
  /** Turns away who still waits. */
  close(): void
}

/**
 * Where work waits for a locked file. SQLite would wait inside its calls, and with it everything this process does;
 * so it never waits, and the first in line asks again and again while others are answered.
 */
export function sqliteLine(): SqliteLine {
  const line: Waiting[] = []
  let next: NodeJS.Timeout | undefined

  function advance(): void {
    const isDone = line[0]?.tryOnce() ?? false
    if (isDone) line.shift()
    else turnAway(({ until }) => until <= performance.now())
    // One at a time, since each write holds up the process for a moment.
    next = line.length > 0 ? setTimeout(advance, isDone ? 0 : TRY_AGAIN_MS) : undefined
  }

  /** Who came first gives up first. */
  function turnAway(isOver: (waiting: Waiting) => boolean): void {
    const stays = line.findIndex((waiting) => !isOver(waiting))
    for (const waiting of line.splice(0, stays === -1 ? line.length : stays)) waiting.giveUp()
  }

  return {
    ask(work) {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof work>>()
      const waiting = waitingFor(work, { resolve, reject })
      if (waiting.tryOnce()) return promise
      if (line.length >= MOST_IN_LINE) waiting.giveUp()
      else line.push(waiting)
      next ??= setTimeout(advance, TRY_AGAIN_MS)
      return promise
    },
    close() {
      clearTimeout(next)
      turnAway(() => true)
    },
  }
}

const PATIENCE_MS = 2_000
const TRY_AGAIN_MS = 5
const MOST_IN_LINE = 10_000

interface Waiting {
  readonly until: number
  /** False when the file is locked; otherwise there is an answer. */
  tryOnce(): boolean
  giveUp(): void
}

interface Settle<Result> {
  resolve(result: Result): void
  reject(error: unknown): void
}

function waitingFor<Result>(work: () => Result, { resolve, reject }: Settle<Result>): Waiting {
  return {
    until: performance.now() + PATIENCE_MS,
    tryOnce() {
      try {
        resolve(work())
      } catch (error) {
        if (isLocked(error)) return false
        reject(error instanceof SQLiteError ? unavailable(error.message, error) : error)
      }
      return true
    },
    giveUp: () => reject(unavailable('another process has it locked')),
  }
}

/** Whatever SQLite complains of is one answer: not now. */
function unavailable(reason: string, cause?: SQLiteError): StoreUnavailable {
  return new StoreUnavailable(`the session database does not answer: ${reason}`, { cause })
}

function isLocked(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith('SQLITE_BUSY') ?? false)
}
