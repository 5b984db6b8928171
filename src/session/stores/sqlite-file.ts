import { Database } from 'bun:sqlite'
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreMisconfigured } from '../session-store.ts'

/** The database in this file, ready for use; a new one where there is none. */
export function openSqliteFile(path: string): Database {
  if (!existsSync(dirname(path))) {
    throw new StoreMisconfigured(`The session database ${path} cannot be made: its folder does not exist.`)
  }
  try {
    keepPrivate(path)
    return prepare(new Database(path, { create: true, readwrite: true, strict: true }), path)
  } catch (cause) {
    if (cause instanceof StoreMisconfigured) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StoreMisconfigured(`The session database ${path} cannot be used: ${reason}.`, { cause })
  }
}

/** SQLite gives its -wal and -shm files the mode of the database itself. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}

function prepare(db: Database, path: string): Database {
  db.run(`PRAGMA busy_timeout = ${START_PATIENCE_MS}`)
  const version = numberFrom(db, 'PRAGMA user_version')
  const tables = numberFrom(db, 'SELECT count(*) FROM sqlite_schema')
  if (version === 0 && tables === 0) createSchema(db)
  else refuseUnlessOurs(db, path, version)

  db.run('PRAGMA secure_delete = ON')
  db.run('PRAGMA journal_size_limit = 1048576')
  // Who waits from here on keeps everybody else from being answered.
  db.run('PRAGMA busy_timeout = 0')
  return db
}

/** Several instances may start at once. */
const START_PATIENCE_MS = 1_000
const APPLICATION_ID = 0x506f7274
const SCHEMA_VERSION = 1

/** Two processes may start at once: the second finds the work done. */
function createSchema(db: Database): void {
  db.run('PRAGMA auto_vacuum = INCREMENTAL')
  db.run('PRAGMA journal_mode = WAL')
  db.transaction(() => {
    if (numberFrom(db, 'PRAGMA user_version') !== 0) return
    for (const statement of SCHEMA) db.run(statement)
  }).immediate()
}

function refuseUnlessOurs(db: Database, path: string, version: number): void {
  if (numberFrom(db, 'PRAGMA application_id') !== APPLICATION_ID) {
    throw new StoreMisconfigured(`${path} is the database of another application.`)
  }
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

/** The tally spares each login a count of all rows. */
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
  `PRAGMA application_id = ${APPLICATION_ID}`,
  `PRAGMA user_version = ${SCHEMA_VERSION}`,
]
