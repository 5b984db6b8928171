import type { Session } from '../../session/session.ts'
import type { SessionRecord } from '../../session/session-store.ts'
import type { SessionRow } from '../views/render.ts'

/** The user's sessions as rows, this one marked. All of it stands outside the seals. */
export function sessionRows(records: readonly SessionRecord[], current: Session): SessionRow[] {
  return records.map(({ id, createdAt, lastSeenAt, address, browser }) => ({
    id,
    isCurrent: id === current.id,
    createdAt: moment(createdAt),
    lastSeenAt: moment(lastSeenAt),
    address,
    browser,
  }))
}

/** To the minute: "last seen" is written no more often. */
function moment(time: number) {
  const iso = new Date(time).toISOString()
  return { iso, text: `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC` }
}
