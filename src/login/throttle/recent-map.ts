/**
 * A map that forgets whom it has not seen for longest, half of its entries at a time. Two generations, because a map
 * of this runtime from which the oldest is deleted for each new one holds several times the memory of its entries.
 */
export class RecentMap<Value> {
  readonly #most: number
  #recent = new Map<string, Value>()
  #older = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    const value = this.#recent.get(key)
    if (value !== undefined) return value
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: Value): void {
    if (this.#recent.size >= this.#most / 2 && !this.#recent.has(key)) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }

  /** How many are known. */
  get size(): number {
    const doubles = [...this.#older.keys()].filter((key) => this.#recent.has(key))
    return this.#recent.size + this.#older.size - doubles.length
  }
}
