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

  test.each([
    ['too short', randomBytes(31).toString('base64'), 0o600, '256 bits'],
    ['not base64', 'correct horse battery staple, with commas!', 0o600, 'not base64'],
    ['empty', '\n', 0o600, 'no key'],
    ['readable by all', good, 0o644, 'chmod 600'],
    ['writable by its group', good, 0o660, 'chmod 600'],
  ])('that is %s stops the start with one line that says so', async (_, text, mode, words) => {
    const file = temporaryFile('secret', text, mode)
    const failure: unknown = await start('memory:', file).catch((error: unknown) => error)
    expect(String(failure)).toContain(`--session-secret-file (or SESSION_SECRET_FILE): ${file}: `)
    expect(String(failure)).toContain(words)
    expect(String(failure)).not.toContain(text.trim() || 'anything')
    expect(String(failure)).not.toContain('\n')
  })

  test('that is missing stops the start, too', async () => {
    await expect(start('memory:', '/nowhere/secret')).rejects.toThrow('does not exist')
  })

  test('may be read by its group, as a package with a group of its own installs it', async () => {
    await using here = await start('memory:', temporaryFile('secret', good, 0o640))
    expect((await here.browser().logIn()).status).toBe(303)
  })
})
