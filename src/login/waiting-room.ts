export type WaitEnd = 'called' | 'out-of-patience' | 'no-room'

/** Those who wait, in a line for each key, first come first served; never more in all than there are seats. */
export class WaitingRoom {
  readonly #seats: number
  readonly #lines = new Map<string, Set<() => void>>()
  #waiting = 0

  constructor(seats: number) {
    this.#seats = seats
  }

  /** Resolves when called, or when the patience ends first; at once when there is no seat left. */
  async wait(key: string, patience: AbortSignal): Promise<WaitEnd> {
    if (this.#waiting >= this.#seats) return 'no-room'
    if (patience.aborted) return 'out-of-patience'
    const end = Promise.withResolvers<WaitEnd>()
    const line = this.#lineOf(key)
    const called = () => end.resolve('called')
    const giveUp = () => {
      this.#leave(key, called)
      end.resolve('out-of-patience')
    }
    line.add(called)
    this.#waiting++
    patience.addEventListener('abort', giveUp)
    try {
      return await end.promise
    } finally {
      patience.removeEventListener('abort', giveUp)
    }
  }

  /** Calls the first in the line of the key; false when nobody waits there. */
  callNext(key: string): boolean {
    const [first] = this.#lines.get(key) ?? []
    if (!first) return false
    this.#leave(key, first)
    first()
    return true
  }

  #lineOf(key: string): Set<() => void> {
    const line = this.#lines.get(key) ?? new Set()
    this.#lines.set(key, line)
    return line
  }

  #leave(key: string, called: () => void): void {
    const line = this.#lines.get(key)
    if (!line?.delete(called)) return
    this.#waiting--
    if (line.size === 0) this.#lines.delete(key)
  }
}
