import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { hiddenField } from './support/browser.ts'
import { startService } from './support/service.ts'
import { minutes } from './support/sessions.ts'
import { sqliteStore } from './support/sqlite-store.ts'
import { temporaryFile } from './support/temporary-file.ts'

/** Asks once a minute for longer than the idle limit; true when the session is still there then. */
async function outlivesTheIdleLimit(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  await using here = await startService()
  const browser = here.browser()
  await browser.logIn()
  for (let minute = 0; minute < 35; minute++) {
    here.clock.advance(minutes(1))
    await browser.get(path, headers)
  }
  return browser.isSignedIn()
}

describe('S5 the idle limit', () => {
  test('starts anew with each page that the user asks for', async () => {
    expect(await outlivesTheIdleLimit('/')).toBe(true)
    expect(await outlivesTheIdleLimit('/', { 'Sec-Fetch-Site': 'same-origin' })).toBe(true)
    expect(await outlivesTheIdleLimit('/', { 'Sec-Fetch-Site': 'none' })).toBe(true)
  })

  test.each([
    ['a fragment that refreshes itself', '/device-name', { 'X-Portico-Poll': '1', 'HX-Request': 'true' }],
    ['a page asked for as a poll', '/', { 'X-Portico-Poll': '1' }],
    ['GET /session', '/session', {}],
    ['a proxy’s GET /auth/console', '/auth/console', {}],
    ['a proxy’s GET /auth/network-browser', '/auth/network-browser', {}],
    ['a link from another site', '/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' }],
    ['an image on another site', '/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }],
    ['a page of a sibling host', '/', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'document' }],
    ['an asset', '/favicon.ico', {}],
  ])('is not held off by %s', async (_, path, headers) => {
    expect(await outlivesTheIdleLimit(path, { ...headers })).toBe(false)
  })

  test('can be made shorter by its user, for one session, and not longer', async () => {
    await using here = await startService()
    const [short, other] = [here.browser(), here.browser()]
    await Promise.all([short.logIn(), other.logIn()])
    const csrf = hiddenField((await short.get('/')).body, 'csrf')
    const choose = async (timeout: string) => (await short.post('/session/timeout', { csrf, timeout })).status

    for (const bad of ['', '-1', 'ten', '1e3', '5.5', ' 5'])
      expect([bad, await choose(bad)]).toEqual([bad, 400])
    expect(await choose('300')).toBe(204)
    here.clock.advance(minutes(5))
    expect(await short.isSignedIn()).toBe(false)
    expect(await other.isSignedIn()).toBe(true)
  })

  test.each(['0', '1801', '999999999'])('of %s seconds is the server’s', async (timeout) => {
    await using here = await startService()
    const browser = here.browser()
    await browser.logIn()
    const csrf = hiddenField((await browser.get('/')).body, 'csrf')
    expect((await browser.post('/session/timeout', { csrf, timeout })).status).toBe(204)
    here.clock.advance(minutes(30) - 1)
    expect(await browser.isSignedIn()).toBe(true)
    here.clock.advance(1)
    expect(await browser.isSignedIn()).toBe(false)
  })
})

test('S6 the absolute limit ends a session that is used every minute', async () => {
  await using here = await startService({ flags: ['--absolute-timeout', '1h'] })
  const browser = here.browser()
  await browser.logIn()
  for (let minute = 1; minute < 60; minute++) {
    here.clock.advance(minutes(1))
    expect((await browser.get('/')).status).toBe(200)
  }
  here.clock.advance(minutes(1))
  const answer = await browser.get('/')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
})

test('S8 the eleventh session of one user ends the oldest', async () => {
  await using here = await startService()
  const browsers = Array.from({ length: 11 }, () => here.browser())
  for (const browser of browsers) {
    await browser.logIn()
    here.clock.advance(1)
  }
  const signedIn = await Promise.all(browsers.map((browser) => browser.isSignedIn()))
  expect(signedIn).toEqual([false, ...Array.from({ length: 10 }, () => true)])
})

test('S3 S8 at the cap, a browser that signs in again ends its own earlier session and no other', async () => {
  await using here = await startService({ flags: ['--max-sessions-per-user', '3', '--max-sessions', '3'] })
  const [oldest, middle, newest] = [here.browser(), here.browser(), here.browser()]
  for (const browser of [oldest, middle, newest]) {
    await browser.logIn()
    here.clock.advance(1)
  }
  const earlier = middle.jar.get('session')
  expect((await middle.logIn()).status).toBe(303)
  expect(middle.jar.get('session')).not.toBe(earlier)
  for (const browser of [oldest, middle, newest]) expect(await browser.isSignedIn()).toBe(true)
  expect(here.log.of('session.ended').map(({ because }) => because)).toEqual(['replaced'])
})

test('S8 beyond the cap in all a login is 500, and makes room when sessions end', async () => {
  await using here = await startService({ flags: ['--max-sessions', '2'] })
  const [admin, guest, noread] = [here.browser(), here.browser(), here.browser()]
  await admin.logIn('admin')
  await guest.logIn('guest')
  const answer = await noread.logIn('noread')
  expect([answer.status, answer.body, answer.setCookies]).toEqual([500, 'Internal server error', []])
  expect(await admin.isSignedIn()).toBe(true)
  await guest.logOut()
  expect((await noread.logIn('noread')).status).toBe(303)
})

test('X8 pages write nothing at the device, and nothing in the store but "last seen"', async () => {
  const store = sqliteStore()
  await using here = await startService({ flags: store.flags })
  const browser = here.browser()
  await browser.logIn()
  const rows = () =>
    store.query('SELECT * FROM records').map((row) => ({ ...Object(row), lastSeenAt: 0, expiresAt: 0 }))
  const before = rows()
  here.clock.advance(minutes(2))
  const paths = [
    '/',
    '/interfaces',
    '/sessions',
    '/session',
    '/login',
    '/device-name',
    '/auth/console',
    '/logout',
  ]
  for (const path of paths) {
    await browser.get(path)
    await browser.ask(path, { method: 'HEAD' })
  }
  expect(rows()).toEqual(before)
  expect(here.demo.journal.entries.every(({ method }) => method === 'GET')).toBe(true)
})

test('C5 only the cookie carries a session: no header and no query does', async () => {
  await using here = await startService()
  const browser = here.browser()
  await browser.logIn()
  const token = browser.jar.get('session') ?? ''
  here.demo.journal.clear()
  const basic = `Basic ${btoa('admin:admin')}`
  for (const headers of [
    { Authorization: `Bearer ${token}` },
    { Authorization: basic },
    { 'X-Session': token },
  ]) {
    const answer = await here.browser().get(`/?session=${token}&username=admin&password=admin`, headers)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
    expect(answer.headers.has('www-authenticate')).toBe(false)
  }
  expect(here.demo.journal.entries).toEqual([])
})

describe('P3 the secret file', () => {
  const good = randomBytes(32).toString('base64')
  const start = (store: string, file?: string) =>
    startService({ flags: ['--session-store', store, ...(file ? ['--session-secret-file', file] : [])] })

  test.each(['sqlite:/nowhere/sessions.db', 'redis://127.0.0.1:1/0'])('is needed with %s', async (store) => {
    await expect(start(store)).rejects.toThrow('--session-secret-file (or SESSION_SECRET_FILE): needed')
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
    expect(String(failure)).toContain(`--session-secret-file: ${file}: `)
    expect(String(failure)).toContain(words)
    expect(String(failure)).not.toContain(text.trim() || 'anything')
    expect(String(failure)).not.toContain('\n')
  })

  test('that is missing stops the start, too', async () => {
    await expect(start('memory:', '/nowhere/secret')).rejects.toThrow('there is no such file')
  })

  test('may be read by its group, as a package with a group of its own installs it', async () => {
    await using here = await start('memory:', temporaryFile('secret', good, 0o640))
    expect((await here.browser().logIn()).status).toBe(303)
  })
})
