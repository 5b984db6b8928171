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
  /** Until when each is remembered. */
  readonly #dead = new Map<string, number>()
  /** The dead in the order of their ends, from the first of them on: the map would be slow to say who is oldest. */
  #order: string[] = []
  #first = 0
  #undeleted = new Set<string>()

  constructor(parts: TombstonesParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#dead.size
  }

  /** Whoever is dead stays as dead: a session's time runs from its start, and nothing makes it longer. */
  add(key: string): void {
    this.#undeleted.add(key)
    if (this.#dead.has(key)) return
    this.#dead.set(key, this.#parts.now() + this.#parts.keepMs)
    this.#order.push(key)
    this.#forgetOldest()
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
    this.#undeleted = new Set(this.#order.slice(this.#first).reverse())
  }

  /** Some keys that the store has yet to forget. */
  unsettled(most: number): string[] {
    return this.#undeleted.values().take(most).toArray()
  }

  #forgetOldest(): void {
    while (this.#dead.size > 0) {
      const oldest = this.#order[this.#first] ?? ''
      if (this.#dead.size <= this.#parts.most && !this.#isOver(oldest)) break
      this.#dead.delete(oldest)
      this.#undeleted.delete(oldest)
      this.#first++
    }
    if (2 * this.#first < this.#order.length) return
    this.#order = this.#order.slice(this.#first)
    this.#first = 0
  }

  #isOver(key: string): boolean {
    return (this.#dead.get(key) ?? 0) <= this.#parts.now()
  }
}
