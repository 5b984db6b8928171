import { beforeAll, describe, expect, test } from 'bun:test'
import type { Connection } from '../src/web/scope.ts'
import { shownNotice, whereTo } from './support/browser.ts'
import { parseSetCookie, type SetCookie, setCookieOf } from './support/cookie-jar.ts'
import { oneService } from './support/service.ts'

const here = oneService()
const good = { username: 'admin', password: 'admin' }

describe('Session (server side)', () => {
  test('token, csrf token: opaque strings, returned by session creation together', async () => {
    const { setCookies } = await here.browser().logIn()
    expect(setCookies.map((line) => parseSetCookie(line).name)).toEqual(['session', 'csrf', 'known'])
    expect(setCookieOf(setCookies, 'session')?.value).toMatch(/^[\w-]{43}$/)
    expect(setCookieOf(setCookies, 'csrf')?.value).toMatch(/^[\w-]{43}\.[\w-]{43}$/)
  })

  test('username: stored at creation', async () => {
    const user = await here.logIn('guest')
    expect((await user.session()).username).toBe('guest')
  })

  test('password: stored at creation, used for later device calls on behalf of the user', async () => {
    here.demo.accounts.setPassword('admin', 'blåbär: "& 密码')
    const user = await here.logIn('admin', 'blåbär: "& 密码')
    await user.get('/interfaces/table', { 'HX-Request': 'true' })
    const [call] = here.demo.journal.entries
    expect(call).toMatchObject({ resource: 'ietf-interfaces:interfaces', username: 'admin', status: 200 })
    expect(call?.authorization).toBe(`Basic ${Buffer.from('admin:blåbär: "& 密码').toString('base64')}`)
  })

  test('features: map of string to boolean, fixed at login, including console and the service', async () => {
    const user = await here.logIn()
    here.demo.datastore.switchConsole(false)
    here.demo.datastore.switchNetworkBrowser(false)
    const { features } = await user.session()
    expect(features).toEqual({ console: true, 'the service': true, wifi: true, containers: true })
  })
})

describe('Session cookie', () => {
  let cookie: SetCookie | undefined
  beforeAll(async () => {
    cookie = setCookieOf((await here.browser().logIn()).setCookies, 'session')
  })

  test('Name: session; Value: the session token', async () => {
    const other = here.browser()
    other.jar.set('session', cookie?.value ?? '')
    expect(await other.isLoggedIn()).toBe(true)
  })

  test.each<[string, string | true]>([
    ['Path', '/'],
    ['HttpOnly', true],
    ['SameSite', 'Lax'],
  ])('%s: %p', (attribute, value) => expect(cookie?.attributes[attribute.toLowerCase()]).toBe(value))

  test('C1 nothing else: no Domain, Max-Age or Expires', () => {
    expect(Object.keys(cookie?.attributes ?? {}).sort()).toEqual(['httponly', 'path', 'samesite'])
  })

  test('C3 the csrf cookie beside it: Path=/, HttpOnly, SameSite=Strict, and nothing else', async () => {
    const { setCookies } = await here.browser().logIn()
    const [, csrf] = setCookies
    expect(csrf).toMatch(/^csrf=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict$/)
  })
})

describe('Secure: true when the request is judged to be a secure request, otherwise false', () => {
  const proxy = { peer: '127.0.0.1', tls: false }
  const stranger = { peer: '192.0.2.7', tls: false }

  test.each<[string, Connection, Record<string, string>, true | undefined]>([
    ['TLS ends here', { peer: '192.0.2.7', tls: true }, {}, true],
    ['a trusted proxy says https', proxy, { 'X-Forwarded-Proto': 'https' }, true],
    ['plain HTTP', proxy, {}, undefined],
    ['a stranger says https', stranger, { 'X-Forwarded-Proto': 'https' }, undefined],
  ])('C1 C3 %s', async (_, connection, headers, isSecure) => {
    const own = { 'Sec-Fetch-Site': 'same-origin' }
    const { setCookies } = await here.browser(connection).post('/login', good, { ...own, ...headers })
    expect(setCookies).toHaveLength(3)
    for (const line of setCookies) expect(parseSetCookie(line).attributes.secure).toBe(isSecure)
  })
})

describe('whose session it is', () => {
  test('C3 a visitor without a session gets no cookie at all', async () => {
    const visitor = here.browser()
    for (const answer of [
      await visitor.get('/login'),
      await visitor.get('/'),
      await visitor.get('/nowhere'),
      await visitor.get('/healthz'),
      await visitor.post('/login', { ...good, password: 'wrong' }),
      await visitor.post('/login', { ...good, csrf: 'made.up' }),
    ]) {
      expect(answer.setCookies).toEqual([])
    }
  })

  test('S2 S3 a new login has a new token, and ends the session that the browser had before', async () => {
    const user = await here.logIn()
    const earlier = here.browser()
    earlier.jar.set('session', user.jar.get('session') ?? '')
    await user.logIn('guest')
    expect(user.jar.get('session')).not.toBe(earlier.jar.get('session'))
    expect((await user.session()).username).toBe('guest')
    expect(await earlier.isLoggedIn()).toBe(false)
  })

  test('S3 a login that is refused leaves the session that the browser has', async () => {
    const user = await here.logIn()
    await user.logIn('admin', 'wrong')
    expect(await user.isLoggedIn()).toBe(true)
  })

  test('12.12 two different session cookies are cleared, whichever path they were set for, and the login page says so', async () => {
    const user = await here.logIn()
    const tossed = {
      Cookie: `session=${user.jar.get('session')}; session=tossed`,
      Host: 'a.portico.local:8443',
    }
    const answer = await user.get('/sessions', tossed)
    expect(whereTo(answer)).toEqual([303, '/login'])
    const cleared = answer.setCookies.map(parseSetCookie).filter(({ name }) => name === 'session')
    expect(
      cleared.map(({ value, attributes }) => [
        value,
        attributes['max-age'],
        attributes.path,
        attributes.domain,
      ]),
    ).toEqual([
      ['', '0', '/', undefined],
      ['', '0', '/', 'a.portico.local'],
      ['', '0', '/', 'portico.local'],
      ['', '0', '/sessions', undefined],
      ['', '0', '/sessions', 'a.portico.local'],
      ['', '0', '/sessions', 'portico.local'],
    ])
    expect(shownNotice((await user.get('/login')).body)).toContain('two different session cookies')
    expect(shownNotice((await user.get('/login')).body)).toBe('')
    expect(shownNotice((await user.get('/login', tossed)).body)).toContain('two different session cookies')
    expect(here.log.of('session.two-cookies')).toMatchObject([{ path: '/sessions' }, { path: '/login' }])
  })

  test('12.12 a login beside a planted cookie clears that one, not the new session', async () => {
    const user = here.browser()
    const answer = await user.post('/login', good, {
      Cookie: 'session=one; session=other',
      Host: '192.0.2.1',
      Origin: 'http://192.0.2.1',
    })
    const lines = answer.setCookies.map(parseSetCookie).filter(({ name }) => name === 'session')
    expect(lines.map(({ value, attributes }) => [value.length, attributes.path])).toEqual([
      [43, '/'],
      [0, '/login'],
    ])
  })

  test('12.12 no path becomes an attribute of a cookie', async () => {
    const { setCookies } = await here
      .browser()
      .get('/a;Domain=evil.test/b', { Cookie: 'session=one; session=other' })
    expect(setCookies.join(' ')).not.toContain('evil')
  })
})
