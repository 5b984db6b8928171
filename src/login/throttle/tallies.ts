/** Where attempts are counted: in this process, or where all instances see them. Throws only when it is out of reach. */
export interface Tallies {
  /** Takes one of the places that the key has in its window, until the device has spoken. */
  start(key: string, limit: Limit): Promise<Start>
  /** The device did not reject it: the place is free again. */
  giveBack(key: string, place: Place): Promise<void>
  /** The device rejected it: the place stays taken. When all of them are, the key has to wait, each time twice as long. */
  reject(key: string, place: Place, limit: Limit): Promise<void>

  /** How often the key was counted in its window. */
  count(key: string): Promise<number>
  countOne(key: string, windowMs: number): Promise<void>

  remember(key: string, forMs: number): Promise<void>
  remembers(key: string): Promise<boolean>
}

export interface Limit {
  /** So many attempts may be rejected within a window. */
  readonly count: number
  readonly windowMs: number
}

/** Comes back to the tallies that gave it. One that comes back after its window changes nothing. */
export interface Place {
  readonly windowEndsAt: number
  /** Counted in this process while the shared tallies are out of reach. */
  readonly isAlone?: true
}

export type Start =
  | { readonly kind: 'started'; readonly place: Place }
  /** All places are taken, and the device has yet to speak on some of them. */
  | { readonly kind: 'crowded' }
  | { readonly kind: 'throttled'; readonly waitMs: number }

/** The first wait is as long as the window, this is the longest. */
export const LONGEST_WAIT_MS = 600_000

/** A device may answer after the window; a rejection counts in it for as long as no new one has begun. */
export const LATE_MS = 60_000

/** Earlier waits count for so long after the last one, or after the last attempt. */
export const GRUDGE_MS = 3_600_000
