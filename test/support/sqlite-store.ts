import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { sharedStore } from './shared-store.ts'
import { temporaryFolder } from './temporary-file.ts'

/** A database file for sessions: the flags that make the service use it, and a way in behind its back. */
export function sqliteStore() {
  const path = join(temporaryFolder(), 'sessions.db')
  return {
    flags: sharedStore(`sqlite:${path}`),
    /** Another program that writes, and does not come to an end until it is disposed of. */
    lock(): Disposable {
      const database = new Database(path)
      database.run('BEGIN IMMEDIATE')
      return { [Symbol.dispose]: () => database.close() }
    },
    query(sql: string): unknown[] {
      using database = new Database(path)
      return database.query(sql).all()
    },
  }
}
