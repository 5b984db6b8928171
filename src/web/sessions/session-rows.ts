import type { Session } from '../../session/session.ts'
import type { SessionRecord } from '../../session/session-store.ts'
import type { SessionRow } from '../views/render.ts'

/** The user's sessions as rows, this one marked. All of it stands outside the seals. */
export function sessionRows(
  records: readonly SessionRecord[],
  current: Session,
  endOf: (record: SessionRecord) => number,
): SessionRow[] {
  const thisOneFirst = records.toSorted((a, b) => Number(b.id === current.id) - Number(a.id === current.id))
  return thisOneFirst.map((record) => ({
    id: record.id,
    isCurrent: record.id === current.id,
    createdAt: new Date(record.createdAt).toISOString(),
    lastSeenAt: new Date(record.lastSeenAt).toISOString(),
    endsAt: new Date(endOf(record)).toISOString(),
    address: record.address,
    browser: record.browser,
  }))
}
