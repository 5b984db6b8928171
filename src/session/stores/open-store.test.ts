import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newRecord } from '../session-store.contract.ts'
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
