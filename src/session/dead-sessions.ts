import type { Log } from '../log.ts'
import type { Clock } from './clock.ts'
import type { SessionLimits } from './session-limits.ts'
import type { SessionStore } from './session-store.ts'
import { Tombstones } from './tombstones.ts'

const TRY_AGAIN_MS = 1_000

interface DeadSessionsParts {
  readonly store: SessionStore
  readonly limits: SessionLimits
  readonly now: Clock
  readonly log: Log
}

/** Sees to it that the dead stay dead: refused here at once, deleted at the store until it has listened. */
export class DeadSessions {
  readonly #parts: DeadSessionsParts
  readonly #tombstones = new Tombstones()
  #nextTry: NodeJS.Timeout | undefined

  constructor(parts: DeadSessionsParts) {
    this.#parts = parts
    parts.store.onReconnect?.(() => {
      this.#tombstones.unsettleAll()
      this.#tryAgainSoon()
    })
  }

  has(key: string): boolean {
    return this.#tombstones.has(key)
  }

  /** The store forgot the key already; this instance remembers, should the store ever remember it again. */
  remember(key: string): void {
    this.#tombstones.add(key, this.#parts.now() + this.#parts.limits.absoluteMs)
    this.#tombstones.settle(key)
  }

  /** Ends the session under the key. A store that is down hears of it later. */
  async bury(key: string): Promise<void> {
    this.#tombstones.add(key, this.#parts.now() + this.#parts.limits.absoluteMs)
    try {
      await this.#parts.store.delete(key)
      this.#tombstones.settle(key)
    } catch (error) {
      this.#parts.log.error('store.delete-failed', { error })
      this.#tryAgainSoon()
    }
  }

  stop(): void {
    clearTimeout(this.#nextTry)
  }

  #tryAgainSoon(): void {
    clearTimeout(this.#nextTry)
    this.#nextTry = setTimeout(() => this.#deleteAgain(), TRY_AGAIN_MS)
    this.#nextTry.unref()
  }

  async #deleteAgain(): Promise<void> {
    try {
      for (const key of this.#tombstones.unsettled(this.#parts.now())) {
        await this.#parts.store.delete(key)
        this.#tombstones.settle(key)
      }
    } catch {
      this.#tryAgainSoon()
    }
  }
}
