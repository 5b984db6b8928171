import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newRecord } from '../session-store.contract.ts'
import { StoreMisconfigured } from '../session-store.ts'
import { openStore } from './open-store.ts'

const roomy = { perOwner: 10, total: 100 }

test('the setting chooses the store: memory: and sqlite:PATH', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-open-'))
  for (const url of ['memory:', `sqlite:${folder}/sessions.db`]) {
    const store = await openStore(url)
    const record = newRecord()
    await store.insert(record, roomy)
    expect((await store.find(record.key))?.id).toBe(record.id)
    await store.close()
  }
  rmSync(folder, { recursive: true })
})

test.each([
  '',
  'memory',
  'memory:x',
  'sqlite:',
  'mysql://host',
  '/var/lib/sessions.db',
  'redis',
  'http://redis',
])('a setting that names no store stops the start with one sentence: "%s"', async (url) => {
  const opening = openStore(url)
  await expect(opening).rejects.toThrow(StoreMisconfigured)
  await expect(opening).rejects.toThrow('must be one of memory:, sqlite:PATH, redis://')
})

test('a database of SQLite in memory is refused with one sentence, which names the store for that', async () => {
  const opening = openStore('sqlite::memory:')
  await expect(opening).rejects.toThrow(StoreMisconfigured)
  await expect(opening).rejects.toThrow('is not a file; the store for sessions in memory is memory:.')
})
