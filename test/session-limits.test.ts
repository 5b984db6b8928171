import { describe, expect, test } from 'bun:test'
import { type Browser, whereTo } from './support/browser.ts'
import { oneService, startService } from './support/service.ts'
import { minutes } from './support/sessions.ts'
import { sqliteStore } from './support/sqlite-store.ts'

const here = oneService()
const poll = { 'X-Portico-Poll': '1', 'HX-Request': 'true' }

describe('S5 the idle limit', () => {
  test('is 30 minutes, and starts again with each page that the user asks for', async () => {
    const user = await here.logIn()
    for (const site of ['', '', 'same-origin', 'none']) {
      here.clock.advance(minutes(29))
      expect((await user.get('/', site ? { 'Sec-Fetch-Site': site } : {})).status).toBe(200)
    }
    here.clock.advance(minutes(30))
    expect(whereTo(await user.get('/'))).toEqual([303, '/login'])
  })

  test.each<[string, string, Record<string, string>]>([
    ['a fragment that refreshes itself', '/device-name', poll],
    ['a page of data that keeps itself fresh', '/data/ietf-system:system', poll],
    ['data asked for as JSON by a poll', '/data?view=json', { 'X-Portico-Poll': '1' }],
    ['a page that waits for the model', '/data?view=reading', poll],
    ['a page asked for as a poll', '/', { 'X-Portico-Poll': '1' }],
    ['a page of data that keeps itself fresh without script', '/data?fresh=10&view=again', {}],
    ['GET /session', '/session', {}],
    ['a proxy’s GET /auth/console', '/auth/console', {}],
    ['a proxy’s GET /auth/network-browser', '/auth/network-browser', {}],
    ['a link from another site', '/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' }],
    ['an image on another site', '/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }],
    ['a page of a sibling host', '/', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'document' }],
    ['an asset', '/favicon.ico', {}],
  ])('is not extended by %s', async (_, path, headers) => {
    const user = await here.logIn()
    for (let minute = 0; minute < 30; minute += 10) {
      here.clock.advance(minutes(10))
      await user.get(path, headers)
    }
    expect(await user.isLoggedIn()).toBe(false)
  })

  test('can be made shorter by its user, for one session, and not longer', async () => {
    const [short, long] = [await here.logIn('admin'), await here.logIn('guest')]
    await setIdleLimit(short, '120')
    here.clock.advance(minutes(2))
    expect([await short.isLoggedIn(), await long.isLoggedIn()]).toEqual([false, true])
  })

  async function setIdleLimit(user: Browser, timeout: string): Promise<void> {
    const csrf = user.jar.get('csrf') ?? ''
    expect((await user.post('/session/timeout', { csrf, timeout })).status).toBe(204)
  }
})

describe('"last seen"', () => {
  test('is written at most once per minute', async () => {
    await using here = await startService()
    const user = await here.logIn()
    const lastSeen = async () => JSON.parse((await user.get('/session')).body).lastSeenAt
    here.clock.advance(59_000)
    await user.get('/')
    expect(await lastSeen()).toBe('2026-03-01T08:00:00.000Z')
    here.clock.advance(1_000)
    await user.get('/')
    expect(await lastSeen()).toBe('2026-03-01T08:01:00.000Z')
  })

  test('is written each tenth of an idle limit that is shorter, so that a busy session lives', async () => {
    await using here = await startService({ flags: ['--idle-timeout', '20s'] })
    const user = await here.logIn()
    for (let n = 0; n < 10; n++) {
      here.clock.advance(19_000)
      expect((await user.get('/')).status).toBe(200)
    }
  })

  test('X8 is all that pages change: they write nothing at the device, and nothing else in the store', async () => {
    const store = sqliteStore()
    await using here = await startService({ flags: store.flags })
    const user = await here.logIn()
    const rows = () =>
      store.query('SELECT * FROM records').map((row) => ({ ...Object(row), lastSeenAt: 0, expiresAt: 0 }))
    const before = rows()
    here.clock.advance(minutes(2))
    const pages = ['/', '/interfaces', '/sessions', '/session', '/login', '/device-name', '/auth/console']
    for (const path of [...pages, '/logout', '/sessions/revoke']) {
      await user.get(path)
      await user.ask(path, { method: 'HEAD' })
    }
    expect(rows()).toEqual(before)
    expect(here.demo.journal.entries.every(({ method }) => method === 'GET')).toBe(true)
  })
})

test.each([
  ['12 h unless told otherwise', [], 12],
  ['the setting', ['--absolute-timeout', '1h'], 1],
])('S6 the absolute limit ends a session however busy it is: %s', async (_, flags, hours) => {
  await using here = await startService({ flags })
  const user = await here.logIn()
  for (let quarter = 1; quarter < hours * 4; quarter++) {
    here.clock.advance(minutes(15))
    expect((await user.get('/')).status).toBe(200)
  }
  here.clock.advance(minutes(15))
  expect(whereTo(await user.get('/'))).toEqual([303, '/login'])
})

describe('how many sessions there may be', () => {
  test('S8 the eleventh session of one user ends the oldest, and none of another user', async () => {
    await using here = await startService()
    const guest = await here.logIn('guest')
    const browsers = await logInOneAfterAnother(here, 11)
    const loggedIn = await Promise.all([guest, ...browsers].map((browser) => browser.isLoggedIn()))
    expect(loggedIn).toEqual([true, false, ...Array(10).fill(true)])
    expect(here.log.of('session.ended')).toMatchObject([{ because: 'evicted', username: 'admin', count: 1 }])
  })

  test('S3 S8 at the cap, a browser that logs in again ends its own earlier session and no other', async () => {
    await using here = await startService({ flags: ['--max-sessions-per-user', '3', '--max-sessions', '3'] })
    const browsers = await logInOneAfterAnother(here, 3)
    expect((await browsers[1]?.logIn())?.status).toBe(303)
    for (const browser of browsers) expect(await browser.isLoggedIn()).toBe(true)
    expect(here.log.of('session.ended').map(({ because }) => because)).toEqual(['replaced'])
  })

  test('S8 beyond the cap in all session creation fails, until a session ends', async () => {
    await using here = await startService({ flags: ['--max-sessions', '2'] })
    const [admin, guest, noread] = [await here.logIn('admin'), await here.logIn('guest'), here.browser()]
    const answer = await noread.logIn('noread')
    expect([answer.status, answer.body, answer.setCookies]).toEqual([500, 'Internal server error', []])
    expect(await admin.isLoggedIn()).toBe(true)
    await guest.logOut()
    expect((await noread.logIn('noread')).status).toBe(303)
  })

  async function logInOneAfterAnother(there: typeof here, count: number): Promise<Browser[]> {
    const browsers: Browser[] = []
    while (browsers.length < count) {
      browsers.push(await there.logIn())
      there.clock.advance(1)
    }
    return browsers
  }
})
