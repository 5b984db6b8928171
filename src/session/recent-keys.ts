/** The keys that were added last, up to a number. */
export class RecentKeys {
  readonly #most: number
  readonly #keys = new Set<string>()

  constructor(most: number) {
    this.#most = most
  }

  add(key: string): void {
    this.#keys.delete(key)
    this.#keys.add(key)
    if (this.#keys.size <= this.#most) return
    for (const oldest of this.#keys.values().take(1)) this.#keys.delete(oldest)
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }

  delete(key: string): void {
    this.#keys.delete(key)
  }
}
