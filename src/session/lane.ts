/** Lets so many in at once; the others wait in line. */
export class Lane {
  readonly #atOnce: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get isEmpty(): boolean {
    return this.#running === 0
  }

  /** Does the work when its turn comes. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running++
    else await new Promise<void>((takeOver) => this.#waiting.push(takeOver))
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  /** Whoever waits takes the place over, so that nobody slips in between. */
  #leave(): void {
    const takeOver = this.#waiting.shift()
    if (takeOver) takeOver()
    else this.#running--
  }
}
