import type { Database } from 'bun:sqlite'
import { type ExpiredRecord, KEPT_BEYOND_MS, type SessionRecord } from '../session-store.ts'

type AtTime = { readonly now: number }
type ByKey = { readonly key: string }
type ByOwner = AtTime & { readonly owner: string }

const COLUMNS =
  'key, owner, id, createdAt, lastSeenAt, idleMs, expiresAt, address, browser, sealedSession, sealedPassword'
const VALUES = COLUMNS.replace(/\w+/g, ':$&')

/** All that is ever asked of the session database, prepared once. */
export function prepareStatements(db: Database) {
  return {
    insert: db.query<never, [Row]>(`INSERT INTO records (${COLUMNS}) VALUES (${VALUES})`),
    find: db.query<SessionRecord, [ByKey & AtTime]>(
      `SELECT ${COLUMNS} FROM records WHERE key = :key AND expiresAt > :now`,
    ),
    /** Without a new idle limit the record keeps its own. */
    retime: db.query<never, [Row]>(
      `UPDATE records SET lastSeenAt = :lastSeenAt, idleMs = coalesce(:idleMs, idleMs),
         expiresAt = min(:lastSeenAt + coalesce(:idleMs, idleMs), :endsAt) + ${KEPT_BEYOND_MS}
       WHERE key = :key AND expiresAt > :now`,
    ),
    remove: db.query<never, [ByKey]>('DELETE FROM records WHERE key = :key'),
    listOwner: db.query<SessionRecord, [ByOwner]>(
      `SELECT ${COLUMNS} FROM records WHERE owner = :owner AND expiresAt > :now ORDER BY createdAt, number`,
    ),
    /** The owner's records but for the newest `spared`, oldest first. */
    beyond: db.query<ByKey, [ByOwner & { spared: number }]>(
      `SELECT key FROM (
         SELECT key, createdAt, number FROM records WHERE owner = :owner AND expiresAt > :now
         ORDER BY createdAt DESC, number DESC LIMIT -1 OFFSET :spared
       ) ORDER BY createdAt, number`,
    ),
    countLive: db.query<{ live: number }, [AtTime]>(
      `SELECT (SELECT records FROM tally) - (SELECT count(*) FROM records WHERE expiresAt <= :now) AS live`,
    ),
    removeExpired: db.query<ExpiredRecord, [AtTime & { most: number }]>(
      `DELETE FROM records WHERE number IN (SELECT number FROM records WHERE expiresAt <= :now LIMIT :most)
       RETURNING key, id, address`,
    ),
    giveBackPages: db.query('PRAGMA incremental_vacuum(256)'),
    /** What was deleted is still in the log until it is emptied. */
    emptyLog: db.query('PRAGMA wal_checkpoint(TRUNCATE)'),
    syncAlways: db.query('PRAGMA synchronous = FULL'),
    syncSeldom: db.query('PRAGMA synchronous = NORMAL'),
  }
}

type Row = Record<string, string | number | Uint8Array | null>
