interface Counter {
  readonly octets: bigint
  readonly at: number
  readonly rates: readonly number[]
}

/** How fast counters grew, from one look at them to the next. */
export class RateHistory {
  readonly #kept: number
  readonly #counters = new Map<string, Counter>()

  constructor(kept: number) {
    this.#kept = kept
  }

  /** The latest rates in bits a second, oldest first. */
  add(name: string, octets: bigint, at: number): readonly number[] {
    const before = this.#counters.get(name)
    const rates = before && goesOn(before, octets, at) ? [...before.rates, rateSince(before, octets, at)] : []
    const kept = rates.slice(-this.#kept)
    this.#counters.set(name, { octets, at, rates: kept })
    return kept
  }
}

/** A counter that fell was reset: what it showed before says nothing about now. */
function goesOn(before: Counter, octets: bigint, at: number): boolean {
  return octets >= before.octets && at > before.at
}

function rateSince(before: Counter, octets: bigint, at: number): number {
  return (Number(octets - before.octets) * 8 * 1000) / (at - before.at)
}
