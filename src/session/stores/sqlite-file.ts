import { Database, SQLiteError } from 'bun:sqlite'
import { chmodSync, closeSync, existsSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreMisconfigured, StoreUnavailable } from '../session-store.ts'

export interface SqliteFileOptions {
  /** False to refuse where there is no database yet. */
  readonly create?: boolean
}

/** The database in this file, ready for use; a new one where there is none. */
export function openSqliteFile(path: string, { create = true }: SqliteFileOptions = {}): Database {
  if (!existsSync(dirname(path))) {
    throw new StoreMisconfigured(`The session database ${path} cannot be made: its folder does not exist.`)
  }
  if (!create && !existsSync(path)) throw new StoreMisconfigured(`There is no session database ${path}.`)
  try {
    refuseForeignFile(path)
    keepPrivate(path)
    return prepare(new Database(path, { create: true, readwrite: true, strict: true }), path)
  } catch (cause) {
    if (cause instanceof StoreMisconfigured) throw cause
    const reason = reasonOf(cause)
    throw new StoreMisconfigured(`The session database ${path} cannot be used: ${reason}.`, { cause })
  }
}

/** Checked before the file is changed: the first 100 bytes of an SQLite file say whose database it is. */
function refuseForeignFile(path: string): void {
  const head = readHead(path)
  if (head.length === 0) return
  if (!head.toString('latin1').startsWith('SQLite format 3\0'))
    throw new StoreMisconfigured(`The session database ${path} cannot be used: it is not a database.`)
  if (head.length < 100 || head.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID)
    throw new StoreMisconfigured(`${path} is the database of another application.`)
}

function readHead(path: string): Buffer {
  if (!existsSync(path)) return Buffer.alloc(0)
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(100)
    return head.subarray(0, readSync(file, head))
  } finally {
    closeSync(file)
  }
}

/** Describes the error in our own words instead of the runtime's. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause ? String(cause.code) : ''
  return reasons[code] ?? cause.message
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it cannot be made there',
  EISDIR: 'it is a folder',
  ENOTDIR: 'its folder is a file',
  EACCES: 'this user may not write it',
  EPERM: 'this user may not write it',
  EROFS: 'its file system is read-only',
}

/** SQLite gives its -wal and -shm files the mode of the database itself. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}

/** Several instances may start at once. */
const START_PATIENCE_MS = 1_000
const APPLICATION_ID = 0x506f7274
const APPLICATION_ID_AT = 68
const SCHEMA_VERSION = 1

function prepare(db: Database, path: string): Database {
  db.run(`PRAGMA busy_timeout = ${START_PATIENCE_MS}`)
  const version = numberFrom(db, 'PRAGMA user_version')
  const tables = numberFrom(db, 'SELECT count(*) FROM sqlite_schema')
  if (version === 0 && tables === 0) createSchema(db)
  else refuseUnlessOurs(db, path, version)

  db.run('PRAGMA secure_delete = ON')
  db.run('PRAGMA journal_size_limit = 1048576')
  // From here on SQLite must not wait: it would block the whole process.
  db.run('PRAGMA busy_timeout = 0')
  return db
}

/** Two processes may start at once: the second finds the schema in place. */
function createSchema(db: Database): void {
  db.run('PRAGMA auto_vacuum = INCREMENTAL')
  // Set before there is a write-ahead log: the next start reads it from the file itself.
  db.run(`PRAGMA application_id = ${APPLICATION_ID}`)
  db.run('PRAGMA journal_mode = WAL')
  db.transaction(() => {
    if (numberFrom(db, 'PRAGMA user_version') !== 0) return
    for (const statement of SCHEMA) db.run(statement)
  }).immediate()
}

function refuseUnlessOurs(db: Database, path: string, version: number): void {
  if (version !== SCHEMA_VERSION) {
    throw new StoreMisconfigured(`The session database ${path} was made by a newer version of Portico.`)
  }
  const check = db.query('PRAGMA quick_check(1)').values()[0]?.[0]
  if (check !== 'ok') {
    throw new StoreMisconfigured(`The session database ${path} is damaged; remove it to start afresh.`)
  }
}

function numberFrom(db: Database, sql: string): number {
  return Number(db.query(sql).values()[0]?.[0])
}

/** The table `tally` holds the number of rows, so that logins need not count them. */
const SCHEMA = [
  `CREATE TABLE records (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    createdAt INTEGER NOT NULL,
    lastSeenAt INTEGER NOT NULL,
    idleMs INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    address TEXT NOT NULL,
    browser TEXT NOT NULL,
    sealedSession BLOB NOT NULL,
    sealedPassword BLOB NOT NULL
  ) STRICT`,
  'CREATE INDEX records_by_owner ON records (owner, createdAt)',
  'CREATE INDEX records_by_expiry ON records (expiresAt)',
  'CREATE TABLE tally (records INTEGER NOT NULL) STRICT',
  'INSERT INTO tally VALUES (0)',
  'CREATE TRIGGER record_came AFTER INSERT ON records BEGIN UPDATE tally SET records = records + 1; END',
  'CREATE TRIGGER record_went AFTER DELETE ON records BEGIN UPDATE tally SET records = records - 1; END',
  `PRAGMA user_version = ${SCHEMA_VERSION}`,
]

const LOCK_PATIENCE_MS = 2_000
const RETRY_MS = 5
const MAX_WAITING = 10_000

interface Waiting {
  readonly until: number
  /** False when the file is locked; otherwise the work was done or failed. */
  tryOnce(): boolean
  giveUp(): void
}

/**
 * Work that waits for a locked file. SQLite would wait inside its calls and block the whole process, so it never waits:
 * the first in line is tried again and again while other requests are answered.
 */
export class SqliteLine {
  readonly #line: Waiting[] = []
  #next: NodeJS.Timeout | undefined

  /** What the work answers: at once, or as soon as the file is no longer locked. */
  run<Result>(work: () => Result): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const waiting: Waiting = {
      until: performance.now() + LOCK_PATIENCE_MS,
      tryOnce() {
        try {
          resolve(work())
        } catch (error) {
          if (isLocked(error)) return false
          reject(error instanceof SQLiteError ? unavailable(error.message, error) : error)
        }
        return true
      },
      giveUp: () => reject(unavailable('another process has it locked')),
    }
    if (waiting.tryOnce()) return promise
    if (this.#line.length >= MAX_WAITING) waiting.giveUp()
    else this.#line.push(waiting)
    this.#next ??= setTimeout(() => this.#advance(), RETRY_MS)
    return promise
  }

  /** Rejects all work that still waits. */
  close(): void {
    clearTimeout(this.#next)
    for (const waiting of this.#line.splice(0)) waiting.giveUp()
  }

  /** One piece of work at a time, since each write blocks the process for a moment. */
  #advance(): void {
    const isDone = this.#line[0]?.tryOnce() ?? false
    if (isDone) this.#line.shift()
    else this.#giveUpOverdue()
    this.#next = this.#line.length > 0 ? setTimeout(() => this.#advance(), isDone ? 0 : RETRY_MS) : undefined
  }

  #giveUpOverdue(): void {
    const now = performance.now()
    const inTime = this.#line.findIndex(({ until }) => until > now)
    const overdue = inTime === -1 ? this.#line.length : inTime
    for (const waiting of this.#line.splice(0, overdue)) waiting.giveUp()
  }
}

function unavailable(reason: string, cause?: SQLiteError): StoreUnavailable {
  return new StoreUnavailable(`the session database does not answer: ${reason}`, { cause })
}

function isLocked(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith('SQLITE_BUSY') ?? false)
}
