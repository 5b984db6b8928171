/** One of the user's sessions, as its own list shows it. */
export interface SessionRow {
  readonly id: string
  /** True for the session that asks. */
  readonly isCurrent: boolean
  readonly createdAt: SessionTime
  readonly lastSeenAt: SessionTime
  readonly address: string
  readonly browser: string
}

interface SessionTime {
  readonly iso: string
  readonly text: string
}
