import type { Limits } from './limits.ts'
import type { Statement } from './statement.ts'
import type { Warnings } from './warnings.ts'

/** How many nodes may still be made. Groupings that use groupings multiply: a few lines can make any number. */
export class Budget {
  readonly #limits: Limits
  readonly #warnings: Warnings
  #expansions = 0
  #nodes = 0
  #isExhausted = false

  constructor(limits: Limits, warnings: Warnings) {
    this.#limits = limits
    this.#warnings = warnings
  }

  get isExhausted(): boolean {
    return this.#isExhausted
  }

  /** False when there has been too much work, which is warned of once. */
  takeWork(amount: number, statement: Statement): boolean {
    this.#expansions += amount
    const { expansions } = this.#limits
    return this.#expansions <= expansions || this.#exhaust(statement, `${expansions} statements to expand`)
  }

  takeNode(statement: Statement): boolean {
    this.#nodes += 1
    return this.#nodes <= this.#limits.nodes || this.#exhaust(statement, `${this.#limits.nodes} nodes`)
  }

  #exhaust(statement: Statement, what: string): false {
    if (!this.#isExhausted)
      this.#warnings.at(statement, `everything from here on is left out: there are more than ${what}`)
    this.#isExhausted = true
    return false
  }
}
