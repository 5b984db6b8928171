import { addUp, type Figures, printSum, whatStays } from '../../metrics/figures.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Member } from './member.ts'

/** How long a look at the figures waits for a worker that does not answer. */
const PATIENCE_MS = 2_000

/**
 * What all workers have counted together. A sum must never fall, or Prometheus takes it for a restart and counts
 * everything anew: what a worker that has ended, or hangs, had told the last time stays in.
 */
export class CrewFigures {
  readonly #own: Metrics
  readonly #members: () => readonly Member[]
  #gone: Figures = []

  constructor(own: Metrics, members: () => readonly Member[]) {
    this.#own = own
    this.#members = members
  }

  remember(member: Member): void {
    this.#gone = addUp([this.#gone, whatStays(member.figures)])
  }

  async text(): Promise<string> {
    const patience = Bun.sleep(PATIENCE_MS).then(() => undefined)
    const members = this.#members()
    const told = await Promise.all(members.map((member) => member.askFigures(patience)))
    const own = await this.#own.figures()
    // Read after the waiting: one that has ended meanwhile is among the gone, and must not count twice.
    const present = new Set(this.#members())
    const theirs = members.flatMap((member, at) =>
      present.has(member) ? [told[at] ?? whatStays(member.figures)] : [],
    )
    return await printSum([...theirs, this.#gone, own])
  }
}
