import { SQLiteError } from 'bun:sqlite'
import {
  type ExpiredRecord,
  type RecordUse,
  type SessionRecord,
  type SessionStore,
  StoreFull,
} from '../session-store.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { sqliteLine } from './sqlite-line.ts'
import { prepareStatements } from './sqlite-statements.ts'

export interface SqliteStoreOptions {
  readonly now?: () => number
  readonly sweepEveryMs?: number
}

/** Sessions in a file: they outlive this process, and several processes on one machine can share them. */
export function sqliteStore(
  path: string,
  { now = Date.now, sweepEveryMs = 10_000 }: SqliteStoreOptions = {},
): SessionStore {
  const db = openSqliteFile(path)
  const sql = prepareStatements(db)
  const line = sqliteLine()
  const listeners: ((record: ExpiredRecord) => void)[] = []
  let sweeper = setTimeout(sweep, sweepEveryMs).unref()
  sql.syncSeldom.run()

  function insertWithin(record: SessionRecord, perOwner: number, total: number): string[] {
    const time = now()
    const evicted = sql.beyond.all({ owner: record.owner, now: time, spared: perOwner - 1 })
    const live = sql.countLive.get({ now: time })?.live ?? 0
    if (live - evicted.length >= total) throw new StoreFull(`all ${total} sessions are taken`)
    for (const { key } of evicted) sql.remove.run({ key })
    sql.insert.run({ ...record })
    return evicted.map(({ key }) => key)
  }
  const insert = db.transaction(insertWithin).immediate

  function countLive(): number {
    return sql.countLive.get({ now: now() })?.live ?? 0
  }

  /** What a user was told of is on the disk, even when the power fails. */
  function lasting<T>(write: () => T): T {
    sql.syncAlways.run()
    try {
      return write()
    } finally {
      sql.syncSeldom.run()
    }
  }

  function retime(key: string, { lastSeenAt, endsAt }: RecordUse, idleMs: number | null): boolean {
    return sql.retime.run({ key, lastSeenAt, endsAt, idleMs, now: now() }).changes > 0
  }

  /** In small batches, since nobody is answered meanwhile. */
  function sweep(): void {
    const isMore = forgetSome() === SWEEP_BATCH
    sweeper = setTimeout(sweep, isMore ? BREATH_MS : sweepEveryMs).unref()
  }

  function forgetSome(): number {
    try {
      const gone = sql.removeExpired.all({ now: now(), most: SWEEP_BATCH })
      for (const record of gone) for (const listener of listeners) listener(record)
      sql.giveBackPages.all()
      // Does what it can without waiting for who still reads or writes.
      if (gone.length < SWEEP_BATCH) sql.emptyLog.all()
      return gone.length
    } catch (error) {
      // A full disk or a locked file: the next round will do.
      if (error instanceof SQLiteError) return 0
      throw error
    }
  }

  return {
    insert: (record, { perOwner, total }) => line.ask(() => lasting(() => insert(record, perOwner, total))),
    find: (key) => line.ask(() => sql.find.get({ key, now: now() }) ?? undefined),
    touch: (key, use) => line.ask(() => retime(key, use, null)),
    setIdleLimit: (key, idleMs, use) => line.ask(() => lasting(() => retime(key, use, idleMs))),
    delete: (key) => line.ask(() => lasting(() => sql.remove.run({ key }).changes > 0)),
    listOwner: (owner) => line.ask(() => sql.listOwner.all({ owner, now: now() })),
    count: () => line.ask(countLive),
    async ping() {
      await line.ask(countLive)
    },
    onExpired(listener) {
      listeners.push(listener)
    },
    async close() {
      clearTimeout(sweeper)
      line.close()
      db.close()
    },
  }
}

const SWEEP_BATCH = 200
const BREATH_MS = 5
