import { describe, expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { parseSetCookie, setCookieOf } from './support/cookie-jar.ts'
import { startService } from './support/service.ts'
import { sqliteStore } from './support/sqlite-store.ts'

/** One attribute of the session cookie that a login sets, over plain HTTP unless the headers say otherwise. */
async function sessionCookie(headers: Record<string, string> = {}, peer = '127.0.0.1') {
  await using here = await startService()
  const welcome = await here
    .browser({ peer, tls: false })
    .post('/login', { username: 'admin', password: 'admin' }, { 'Sec-Fetch-Site': 'same-origin', ...headers })
  expect(welcome.status).toBe(303)
  const cookie = setCookieOf(welcome.setCookies, 'session')
  if (!cookie) throw new Error('the login set no session cookie, or several')
  return cookie
}

describe('Session (server side)', () => {
  test('token: opaque string, returned by session creation and used as the session cookie value', async () => {
    const { value } = await sessionCookie()
    expect(value).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  test('csrf token: opaque string, returned by session creation together with the token', async () => {
    await using here = await startService()
    const { setCookies } = await here.browser().logIn()
    expect(setCookies.map((line) => parseSetCookie(line).name)).toEqual(['session', 'csrf'])
    expect(setCookieOf(setCookies, 'csrf')?.value).toMatch(/^[\w-]{43}\.[\w-]{43}$/)
  })

  test('username: stored at creation', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn('guest')
    expect((await user.session()).username).toBe('guest')
  })

  test('password: stored at creation, used for later device calls on behalf of the user', async () => {
    await using here = await startService()
    const user = here.browser()
    here.demo.accounts.setPassword('admin', 'blåbär: "& 密码')
    await user.logIn('admin', 'blåbär: "& 密码')
    here.demo.journal.clear()
    await user.get('/interfaces/table', { 'HX-Request': 'true' })
    const [call] = here.demo.journal.entries
    expect(call).toMatchObject({ resource: 'ietf-interfaces:interfaces', username: 'admin', status: 200 })
    expect(call?.authorization).toBe(`Basic ${Buffer.from('admin:blåbär: "& 密码').toString('base64')}`)
  })

  test('password: the store that keeps it cannot read it', async () => {
    const store = sqliteStore()
    await using here = await startService({ flags: store.flags })
    here.demo.accounts.setPassword('admin', 'canary-password')
    expect((await here.browser().logIn('admin', 'canary-password')).status).toBe(303)
    const kept = store.query('SELECT * FROM records')
    expect(kept).toHaveLength(1)
    expect(inspect(kept, { depth: 9 })).not.toContain('canary-password')
  })

  test('features: map of string to boolean, fixed at login, including console and the service', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    here.demo.datastore.switchConsole(false)
    here.demo.datastore.switchNetworkBrowser(false)
    expect((await user.session()).features).toEqual({
      console: true,
      'the service': true,
      wifi: true,
      containers: true,
    })
  })
})

describe('Session cookie', () => {
  test('Name: session', async () => {
    expect((await sessionCookie()).name).toBe('session')
  })

  test('Value: the session token', async () => {
    await using here = await startService()
    const user = here.browser()
    const { setCookies } = await user.logIn()
    const value = setCookieOf(setCookies, 'session')?.value ?? ''
    const stranger = here.browser()
    stranger.jar.set('session', value)
    expect(await stranger.isSignedIn()).toBe(true)
  })

  test('Path: /', async () => {
    expect((await sessionCookie()).attributes.path).toBe('/')
  })

  test('HttpOnly: true', async () => {
    expect((await sessionCookie()).attributes.httponly).toBe(true)
  })

  test('Secure: true when the request is judged to be a secure request: TLS ends here', async () => {
    await using here = await startService()
    const welcome = await here
      .browser({ peer: '192.0.2.7', tls: true })
      .post('/login', { username: 'admin', password: 'admin' }, { Origin: 'https://portico.test' })
    expect(setCookieOf(welcome.setCookies, 'session')?.attributes.secure).toBe(true)
  })

  test('Secure: true when the request is judged to be a secure request: a trusted proxy says https', async () => {
    const { attributes } = await sessionCookie({ 'X-Forwarded-Proto': 'https' })
    expect(attributes.secure).toBe(true)
  })

  test.each([
    ['plain HTTP', {}, '127.0.0.1'],
    ['a trusted proxy says http', { 'X-Forwarded-Proto': 'http' }, '127.0.0.1'],
    ['not every hop was https', { 'X-Forwarded-Proto': 'https, http' }, '127.0.0.1'],
    ['a stranger says https', { 'X-Forwarded-Proto': 'https' }, '192.0.2.7'],
    ['a proxy says so in another header', { Forwarded: 'proto=https', 'X-Forwarded-Ssl': 'on' }, '127.0.0.1'],
  ])('Secure: otherwise false: %s', async (_, headers, peer) => {
    expect((await sessionCookie(headers, peer)).attributes.secure).toBeUndefined()
  })

  test('SameSite: Lax', async () => {
    expect((await sessionCookie()).attributes.samesite).toBe('Lax')
  })

  test('C1 nothing else: no Domain, Max-Age or Expires', async () => {
    expect(Object.keys((await sessionCookie()).attributes).sort()).toEqual(['httponly', 'path', 'samesite'])
  })
})
