import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../test/support/temporary-file.ts'
import { until } from '../../../test/support/until.ts'
import { newRecord } from '../session-store.contract.ts'
import { StoreUnavailable } from '../session-store.ts'
import { sqliteStore } from './sqlite.ts'
import { openSqliteFile } from './sqlite-file.ts'

const roomy = { perOwner: 1_000, total: 1_000_000 }
const newPath = () => join(temporaryFolder(), 'sessions.db')

/** A store with one record, and another connection to its file, which takes the lock. */
async function lockedStore() {
  const path = newPath()
  const store = sqliteStore(path)
  const known = newRecord()
  await store.insert(known, roomy)
  const other = new Database(path)
  other.run('BEGIN IMMEDIATE')
  return { store, known, other }
}

test('R4 who writes to a locked file waits, who reads does not, and no write is lost', async () => {
  const { store, known, other } = await lockedStore()
  let written = 0
  const writes = Array.from({ length: 50 }, () => store.insert(newRecord(), roomy).then(() => written++))
  for (let count = 0; count < 50; count++) expect((await store.find(known.key))?.id).toBe(known.id)
  expect(written).toBe(0)

  other.close()
  await Promise.all(writes)
  expect(await store.count()).toBe(51)
  await store.close()
})

test('R4 a file that stays locked is unavailable, and what was turned away was not written', async () => {
  const { store, known, other } = await lockedStore()
  const writes = await Promise.allSettled([
    store.insert(newRecord(), roomy),
    store.touch(known.key, { lastSeenAt: known.lastSeenAt, endsAt: known.expiresAt }),
    store.delete(known.key),
  ])
  for (const write of writes) expect(write).toHaveProperty('reason', expect.any(StoreUnavailable))

  other.close()
  expect(await store.count()).toBe(1)
  expect(await store.delete(known.key)).toBe(true)
  await store.close()
})

test('who still waits when the store is closed is turned away', async () => {
  const { store, other } = await lockedStore()
  const write = store.insert(newRecord(), roomy)
  await Promise.all([store.close(), expect(write).rejects.toThrow(StoreUnavailable)])
  other.close()
})

test('R4 SQLite does not wait for a lock, which would block the process', () => {
  using file = openSqliteFile(newPath())
  expect(file.query('PRAGMA busy_timeout').values()).toEqual([[0]])
})

test('two processes that write at once all get their turn', async () => {
  const path = newPath()
  const store = sqliteStore(path)
  const other = Bun.spawn([process.execPath, '-e', writerCode(path, 200)])
  for (let count = 0; count < 200; count++) await store.insert(newRecord(), roomy)
  expect(await other.exited).toBe(0)
  expect(await store.count()).toBe(400)
  await store.close()
})

test('a sweep goes on while somebody reads an old state, and empties the log to the last byte afterwards', async () => {
  const path = newPath()
  const clock = { now: Date.now() }
  const store = sqliteStore(path, { now: () => clock.now, sweepEveryMs: 1 })
  const isSwept = new Promise<void>((resolve) => store.onExpired(() => resolve()))
  await store.insert(newRecord({ sealedPassword: new TextEncoder().encode('sealed-bytes') }), roomy)
  const isOnDisk = () =>
    [path, `${path}-wal`].some((file) => readFileSync(file, 'latin1').includes('sealed-bytes'))

  const reader = new Database(path)
  reader.run('BEGIN')
  reader.query('SELECT key FROM records').all()
  clock.now += 31 * 60_000
  await isSwept
  expect(isOnDisk()).toBe(true)
  reader.close()
  await until(() => !isOnDisk(), 'the log was emptied')
  await store.close()
})

function writerCode(path: string, count: number): string {
  return `
    import { newRecord } from '${join(import.meta.dir, '../session-store.contract.ts')}'
    import { sqliteStore } from '${join(import.meta.dir, 'sqlite.ts')}'
    const store = sqliteStore('${path}')
    for (let count = 0; count < ${count}; count++) await store.insert(newRecord(), ${JSON.stringify(roomy)})
    await store.close()`
}
