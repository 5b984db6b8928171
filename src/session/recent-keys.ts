/**
 * The keys that were added last: at least so many, at most twice as many. Two generations, because a set of this runtime
 * from which the oldest is deleted for each new one walks over all that were deleted to find it.
 */
export class RecentKeys {
  readonly #least: number
  #recent = new Set<string>()
  #older = new Set<string>()

  constructor(least: number) {
    this.#least = least
  }

  add(key: string): void {
    this.#recent.add(key)
    if (this.#recent.size < this.#least) return
    this.#older = this.#recent
    this.#recent = new Set()
  }

  has(key: string): boolean {
    return this.#recent.has(key) || this.#older.has(key)
  }

  delete(key: string): void {
    this.#recent.delete(key)
    this.#older.delete(key)
  }
}
