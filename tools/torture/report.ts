export type Counted =
  | 'logins answered'
  | 'logins failed'
  | 'reads answered'
  | 'reads unavailable'
  | 'logouts answered'
  | 'sessions left to idle out'
  | 'sessions live at the end'
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

/** What happened, and what must not have. */
export interface Report {
  readonly counts: ReadonlyMap<Counted, number>
  readonly violations: readonly Violation[]
}

/** One sentence that was not kept. */
export interface Violation {
  readonly rule: Rule
  readonly what: string
}

const rules = {
  'resurrected here': 'logouts that came back at the instance that answered them',
  'resurrected elsewhere': 'logouts that were not out everywhere after recovery',
  'another user': 'answers for another user',
  'unusable cookie': 'cookies handed out that did not work',
  'outlived its limit': 'sessions that outlived their idle limit',
} as const
export type Rule = keyof typeof rules

/** The report while it is written. */
export class Notes implements Report {
  readonly #start = performance.now()
  readonly counts = new Map<Counted, number>()
  readonly violations: Violation[] = []

  /** How long it has been going on, as people read it. */
  clock(): string {
    return `${((performance.now() - this.#start) / 1_000).toFixed(1)} s`
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
