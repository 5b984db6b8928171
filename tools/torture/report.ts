export type Counted =
  | 'logins answered'
  | 'logins failed'
  | 'reads answered'
  | 'reads unavailable'
  | 'logouts answered'
  | 'sessions left to idle out'
  | 'sessions live at the end'
  | 'logins lost with their master'
  | 'chosen limits lost with their master'
  | FaultName

export type FaultName =
  | 'master cut off from replica and sentinels'
  | 'master cut off from everybody'
  | 'master cut off from replica'
  | 'master cut off from the services'
  | 'master killed'
  | 'master paused'
  | 'replica killed'
  | 'replica paused'
  | 'failed over by hand'

/** What happened, and what must not happen. */
export interface Report {
  readonly counts: ReadonlyMap<Counted, number>
  readonly violations: readonly Violation[]
}

/** One promise that was broken. */
export interface Violation {
  readonly rule: Rule
  readonly what: string
}

const rules = {
  'resurrected here': 'logouts that came back at the instance that answered them',
  'resurrected elsewhere': 'logouts that were not out everywhere after recovery',
  'another user': 'answers for another user',
  'lost login': 'logins that were lost although no server had failed',
  'lost limit': 'sessions that outlived their idle limit although no server had failed',
} as const
export type Rule = keyof typeof rules

const REPLICATION_MS = 1_000

/** The report while the run goes on. */
export class Notes implements Report {
  readonly #start = performance.now()
  readonly #faults: { readonly from: number; to: number }[] = []
  readonly counts = new Map<Counted, number>()
  readonly violations: Violation[] = []

  /** How long it has been going on, as people read it. */
  clock(): string {
    return `${((performance.now() - this.#start) / 1_000).toFixed(1)} s`
  }

  faultBegins(): void {
    // What is answered just before a fault may not have reached the replica.
    this.#faults.push({ from: performance.now() - REPLICATION_MS, to: Number.POSITIVE_INFINITY })
  }

  faultIsHealed(): void {
    const last = this.#faults.at(-1)
    if (last) last.to = performance.now()
  }

  /** A login may be lost with the master that took it, so only while a fault lasts. */
  noteLostLogin(answeredAt: number, what: string): void {
    if (this.#wasFaulty(answeredAt)) this.count('logins lost with their master')
    else this.violate('lost login', what)
  }

  /** So may an idle limit that a user chose. */
  noteLostLimit(answeredAt: number, what: string): void {
    if (this.#wasFaulty(answeredAt)) this.count('chosen limits lost with their master')
    else this.violate('lost limit', what)
  }

  #wasFaulty(at: number): boolean {
    return this.#faults.some(({ from, to }) => from <= at && at <= to)
  }

  count(what: Counted): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  violate(rule: Rule, what: string): void {
    this.violations.push({ rule, what: `${this.clock()}: ${what}` })
  }
}

export function describeReport({ counts, violations }: Report): string {
  const happened = [...counts].sort().map(([what, count]) => `${String(count).padStart(8)}  ${what}`)
  const broken = Object.entries(rules).map(([rule, sentence]) => {
    const count = violations.filter((violation) => violation.rule === rule).length
    return `${String(count).padStart(8)}  ${sentence}`
  })
  const details = violations.slice(0, 20).map(({ rule, what }) => `${rule}: ${what}`)
  return ['', ...happened, '', ...broken, ...details].join('\n')
}
