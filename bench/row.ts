import type { Contestants } from './contestants.ts'
import type { Bars } from './report/bars.ts'

/** One subject of the bench: measures, and says what it found. */
export interface Row {
  readonly name: string
  readonly measure: (contestants: Contestants, pace: Pace) => Promise<Report>
}

/** How thorough to be. */
export interface Pace {
  readonly rounds: number
  readonly seconds: number
  /** For what is repeated many times: 1 for a full run, less for a first look. */
  readonly share: number
}

export interface Report {
  readonly findings: readonly Finding[]
  readonly plots: readonly Bars[]
}

/** One line of the table. */
export interface Finding {
  readonly what: string
  readonly against: string
  readonly aim: string
  readonly measured: string
  /** Undefined where there is no aim. */
  readonly isMet?: boolean
}
