import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { startService } from './support/service.ts'
import { temporaryFile } from './support/temporary-file.ts'

describe('P3 the secret file', () => {
  const good = randomBytes(32).toString('base64')
  const start = (store: string, file?: string) =>
    startService({ flags: ['--session-store', store, ...(file ? ['--session-secret-file', file] : [])] })

  test.each(['sqlite:/nowhere/sessions.db', 'redis://127.0.0.1:1/0'])('is needed with %s', async (store) => {
    await expect(start(store)).rejects.toThrow('--session-secret-file (or SESSION_SECRET_FILE): is missing')
  })

  test('may be read by its group, as a package with a group of its own installs it', async () => {
    await using here = await start('memory:', temporaryFile('secret', good, 0o640))
    expect((await here.browser().logIn()).status).toBe(303)
  })
})
