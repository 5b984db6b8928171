/** Where attempts are counted: in this process, or where all instances see them. Throws only when it is out of reach. */
export interface Counters {
  /** Takes a slot in each count of the attempt, or in none of them. */
  start(attempt: Attempt): Promise<Start>
}

export interface Attempt {
  /** The counts of its source. Each of them can turn the attempt away. */
  readonly sources: readonly Count[]
  /** The user name. This count turns nothing away; the answer says how far it is over its limit. */
  readonly name: Count
  /** Source and user name together, remembered for a week after a login. */
  readonly pair: string
}

export interface Count {
  readonly key: string
  readonly limit: Limit
  /** What happens at the limit: `wait` delays the next attempts, `stop` refuses them, `go-on` only counts. */
  readonly whenFull: 'wait' | 'stop' | 'go-on'
}

/** How many attempts may be rejected within a window, and within a longer one. */
export interface Limit {
  readonly count: number
  readonly windowMs: number
  readonly longCount: number
  readonly longWindowMs: number
}

export type Start =
  | Started
  /** All slots are taken, and the device has yet to decide on some of them; or a count that stops is full. */
  | { readonly kind: 'crowded' }
  | { readonly kind: 'throttled'; readonly waitMs: number }

export interface Started {
  readonly kind: 'started'
  /** The highest count of any source: attempts rejected in the longer window, or under way. */
  readonly failures: number
  /** How far the name is over its limit; negative while it is below. */
  readonly nameExcess: number
  /** True when this pair has logged in lately. */
  readonly isWelcome: boolean
  /** Reports the device's decision, once. Frees the slots; only a rejection is counted. */
  settle(outcome: Outcome): Promise<void>
}

export type Outcome = 'accepted' | 'rejected' | 'undecided'

/** The first wait is as long as the window, each next one twice as long, up to this. */
export const MAX_WAIT_MS = 600_000

/** Earlier waits make the next one longer until this long after the last wait or attempt. */
export const GRUDGE_MS = 3_600_000

/** A count is kept this long after its window, because a slow device may answer late. */
export const LATE_MS = 60_000

export const WELCOME_MS = 7 * 24 * 3_600_000
