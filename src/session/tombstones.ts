import type { Clock } from './clock.ts'

export interface TombstonesParts {
  /** How many dead sessions are remembered; the oldest is forgotten first. */
  readonly most: number
  /** How long each is remembered: as long as a session could have lived on. */
  readonly keepMs: number
  readonly now: Clock
}

/** Keys known to be dead, and which of them the store has yet to forget. */
export class Tombstones {
  readonly #parts: TombstonesParts
  /** Until when each is remembered, oldest first. */
  readonly #dead = new Map<string, number>()
  #undeleted = new Set<string>()

  constructor(parts: TombstonesParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#dead.size
  }

  add(key: string): void {
    const { most, keepMs, now } = this.#parts
    this.#forget(key)
    this.#dead.set(key, now() + keepMs)
    this.#undeleted.add(key)
    for (const [oldest, until] of this.#dead) {
      if (this.#dead.size <= most && until > now()) break
      this.#forget(oldest)
    }
  }

  has(key: string): boolean {
    return this.#dead.has(key)
  }

  /** The store says it has forgotten the key. */
  settle(key: string): void {
    this.#undeleted.delete(key)
  }

  /** The store may be another one now, which has heard of none of this. The newest are the likeliest to be news. */
  unsettleAll(): void {
    this.#undeleted = new Set([...this.#dead.keys()].reverse())
  }

  /** Some keys that the store has yet to forget. */
  unsettled(most: number): string[] {
    return this.#undeleted.values().take(most).toArray()
  }

  #forget(key: string): void {
    this.#dead.delete(key)
    this.#undeleted.delete(key)
  }
}
