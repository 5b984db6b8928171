import type { Session } from '../../session/session.ts'
import type { SessionRecord } from '../../session/session-store.ts'
import type { SessionRow } from '../views/render.ts'

/** The user's sessions as rows, this one marked. All of it stands outside the seals. */
export function sessionRows(records: readonly SessionRecord[], current: Session): SessionRow[] {
  const thisOneFirst = records.toSorted((a, b) => Number(b.id === current.id) - Number(a.id === current.id))
  return thisOneFirst.map(({ id, createdAt, lastSeenAt, address, browser }) => ({
    id,
    isCurrent: id === current.id,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    address,
    browser,
  }))
}
