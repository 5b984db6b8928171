/** How many dead sessions an instance remembers; the oldest is forgotten first. */
const MOST = 50_000

/**
 * The sessions this instance knows to be dead. A store may lose a delete (it was down, or a replica that had
 * not heard of it took over), so the dead are refused here whatever the store says, and deleted again.
 */
export class Tombstones {
  readonly #dead = new Map<string, { until: number; deleted: boolean }>()

  /** Remembers the key as dead until the session would have ended by itself. */
  add(key: string, until: number): void {
    this.#dead.delete(key)
    this.#dead.set(key, { until, deleted: false })
    if (this.#dead.size > MOST) this.#dead.delete(this.#dead.keys().next().value ?? key)
  }

  has(key: string): boolean {
    return this.#dead.has(key)
  }

  /** The store says it has forgotten the key. */
  settle(key: string): void {
    const tomb = this.#dead.get(key)
    if (tomb) tomb.deleted = true
  }

  /** The store may be another one now, which has heard of none of this. */
  unsettleAll(): void {
    for (const tomb of this.#dead.values()) tomb.deleted = false
  }

  /** Keys that the store has yet to forget. */
  unsettled(now: number): string[] {
    for (const [key, { until }] of this.#dead) if (until <= now) this.#dead.delete(key)
    return [...this.#dead].filter(([, tomb]) => !tomb.deleted).map(([key]) => key)
  }
}
