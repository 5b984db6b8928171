/** One of the user's sessions, as its own list shows it. */
export interface SessionRow {
  readonly id: string
  /** True for the session that asks. */
  readonly isCurrent: boolean
  /** In ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastSeenAt: string
  /** Unless it is used. */
  readonly endsAt: string
  readonly address: string
  readonly browser: string
}
