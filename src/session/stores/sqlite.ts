import { type Database, SQLiteError } from 'bun:sqlite'
import { KEPT_BEYOND_MS } from '../session.ts'
import {
  type ExpiredRecord,
  type RecordUse,
  type SessionCaps,
  type SessionRecord,
  type SessionStore,
  StoreFull,
} from '../session-store.ts'
import { openSqliteFile, type SqliteFileOptions, SqliteLine } from './sqlite-file.ts'

export interface SqliteStoreOptions extends SqliteFileOptions {
  readonly now?: () => number
  readonly sweepEveryMs?: number
}

/** Sessions in a file: they outlive this process, and several processes on one machine can share them. */
export function sqliteStore(path: string, options: SqliteStoreOptions = {}): SessionStore {
  return new SqliteStore(openSqliteFile(path, options), options)
}

const SWEEP_BATCH = 200
const PAUSE_MS = 5

class SqliteStore implements SessionStore {
  readonly #db: Database
  readonly #sql: ReturnType<typeof prepareStatements>
  readonly #line = new SqliteLine()
  readonly #insert: (record: SessionRecord, caps: SessionCaps) => string[]
  readonly #listeners: ((record: ExpiredRecord) => void)[] = []
  readonly #now: () => number
  readonly #sweepEveryMs: number
  #sweeper: NodeJS.Timeout

  constructor(db: Database, { now = Date.now, sweepEveryMs = 10_000 }: SqliteStoreOptions) {
    this.#db = db
    this.#sql = prepareStatements(db)
    this.#insert = db.transaction((record, caps) => this.#insertWithin(record, caps)).immediate
    this.#now = now
    this.#sweepEveryMs = sweepEveryMs
    this.#sweeper = this.#sweepIn(sweepEveryMs)
    this.#sql.syncSeldom.run()
  }

  insert(record: SessionRecord, caps: SessionCaps): Promise<readonly string[]> {
    return this.#line.run(() => this.#lasting(() => this.#insert(record, caps)))
  }

  find(key: string): Promise<SessionRecord | undefined> {
    return this.#line.run(() => this.#sql.find.get({ key, now: this.#now() }) ?? undefined)
  }

  touch(key: string, use: RecordUse): Promise<boolean> {
    return this.#line.run(() => this.#retime(key, use, null))
  }

  setIdleLimit(key: string, idleMs: number, use: RecordUse): Promise<boolean> {
    return this.#line.run(() => this.#lasting(() => this.#retime(key, use, idleMs)))
  }

  delete(key: string): Promise<boolean> {
    return this.#line.run(() => this.#lasting(() => this.#sql.remove.run({ key }).changes > 0))
  }

  listOwner(owner: string): Promise<readonly SessionRecord[]> {
    return this.#line.run(() => this.#sql.listOwner.all({ owner, now: this.#now() }))
  }

  count(): Promise<number> {
    return this.#line.run(() => this.#countLive())
  }

  async ping(): Promise<void> {
    await this.count()
  }

  onExpired(listener: (record: ExpiredRecord) => void): void {
    this.#listeners.push(listener)
  }

  async close(): Promise<void> {
    clearTimeout(this.#sweeper)
    this.#line.close()
    this.#db.close()
  }

  #insertWithin(record: SessionRecord, { perOwner, total }: SessionCaps): string[] {
    const now = this.#now()
    const evicted = this.#sql.beyond.all({ owner: record.owner, now, spared: perOwner - 1 })
    if (this.#countLive() - evicted.length >= total) throw new StoreFull(`all ${total} sessions are taken`)
    for (const { key } of evicted) this.#sql.remove.run({ key })
    this.#sql.insert.run({ ...record })
    return evicted.map(({ key }) => key)
  }

  #countLive(): number {
    return this.#sql.countLive.get({ now: this.#now() })?.live ?? 0
  }

  /** Without a new idle limit the record keeps its own. */
  #retime(key: string, { lastSeenAt, endsAt }: RecordUse, idleMs: number | null): boolean {
    return this.#sql.retime.run({ key, lastSeenAt, endsAt, idleMs, now: this.#now() }).changes > 0
  }

  /** What the user is told of must be on the disk, to survive a power cut. */
  #lasting<T>(write: () => T): T {
    this.#sql.syncAlways.run()
    try {
      return write()
    } finally {
      this.#sql.syncSeldom.run()
    }
  }

  #sweepIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#sweep(), ms).unref()
  }

  /** In small batches, since the process answers no requests meanwhile. */
  #sweep(): void {
    const isMore = this.#forgetSome() === SWEEP_BATCH
    this.#sweeper = this.#sweepIn(isMore ? PAUSE_MS : this.#sweepEveryMs)
  }

  #forgetSome(): number {
    try {
      const gone = this.#sql.removeExpired.all({ now: this.#now(), max: SWEEP_BATCH })
      for (const record of gone) for (const listener of this.#listeners) listener(record)
      this.#sql.giveBackPages.all()
      // Does what it can without waiting for readers and writers.
      if (gone.length < SWEEP_BATCH) this.#sql.emptyLog.all()
      return gone.length
    } catch (error) {
      // A full disk or a locked file: the next sweep tries again.
      if (error instanceof SQLiteError) return 0
      throw error
    }
  }
}

type AtTime = { readonly now: number }
type ByKey = { readonly key: string }
type ByOwner = AtTime & { readonly owner: string }
type Row = Record<string, string | number | Uint8Array | null>

const COLUMNS =
  'key, owner, id, createdAt, lastSeenAt, idleMs, expiresAt, address, browser, sealedSession, sealedPassword'
const VALUES = COLUMNS.replace(/\w+/g, ':$&')

/** Every statement of the session database, prepared once. */
function prepareStatements(db: Database) {
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
    removeExpired: db.query<ExpiredRecord, [AtTime & { max: number }]>(
      `DELETE FROM records WHERE number IN (SELECT number FROM records WHERE expiresAt <= :now LIMIT :max)
       RETURNING key, id, address`,
    ),
    giveBackPages: db.query('PRAGMA incremental_vacuum(256)'),
    /** What was deleted is still in the log until it is emptied. */
    emptyLog: db.query('PRAGMA wal_checkpoint(TRUNCATE)'),
    syncAlways: db.query('PRAGMA synchronous = FULL'),
    syncSeldom: db.query('PRAGMA synchronous = NORMAL'),
  }
}
