export interface SessionLimits {
  /** A session unused for this long is over; a session may choose a shorter limit for itself. */
  readonly idleMs: number
  /** A session this old is over, however busy. */
  readonly absoluteMs: number
  readonly perUser: number
  readonly total: number
}
