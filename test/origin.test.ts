import { describe, expect, test } from 'bun:test'
import type { Browser } from './support/browser.ts'
import { parseSetCookie } from './support/cookie-jar.ts'
import { startService } from './support/service.ts'
import { signedIn } from './support/signed-in.ts'
import { sqliteStore } from './support/sqlite-store.ts'

const good = { username: 'admin', password: 'admin' }
const tokenOf = (user: Browser) => user.jar.get('csrf') ?? ''

describe('Origin', () => {
  const judged = async (headers: Record<string, string>) => {
    await using here = await startService()
    const answer = await here.browser().ask('/login', {
      method: 'POST',
      body: new URLSearchParams(good).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    })
    return answer.status === 303 ? 'own' : 'foreign'
  }

  test.each([
    ['Sec-Fetch-Site: same-origin settles it', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }],
    ['Sec-Fetch-Site: none', { 'Sec-Fetch-Site': 'none' }],
    ['Origin is this scheme, host and port', { Origin: 'http://portico.test' }],
    ['no Origin, and Referer is', { Referer: 'http://portico.test/login?x' }],
    ['none of the three: not a browser', {}],
    ['https at a trusted proxy', { Origin: 'https://portico.test', 'X-Forwarded-Proto': 'https' }],
    ['a port of its own', { Origin: 'http://portico.test:8080', Host: 'portico.test:8080' }],
    ['the default port left out', { Origin: 'http://portico.test', Host: 'portico.test:80' }],
  ])('passes: %s', async (_, headers) => {
    expect(await judged(headers)).toBe('own')
  })

  test.each([
    ['X4 Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://portico.test' }],
    ['X4 Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['X4 Sec-Fetch-Site is something new', { 'Sec-Fetch-Site': 'sibling' }],
    [
      'a browser’s none beside a foreign Origin',
      { 'Sec-Fetch-Site': 'none', Origin: 'https://evil.example' },
    ],
    ['X5 Origin: null', { Origin: 'null' }],
    ['X5 another host', { Origin: 'http://evil.example' }],
    ['X5 another scheme', { Origin: 'https://portico.test' }],
    ['X5 another port', { Origin: 'http://portico.test:8080' }],
    ['X5 a prefix', { Origin: 'http://portico.test.evil.example' }],
    ['X5 userinfo', { Origin: 'http://portico.test@evil.example' }],
    ['X5 two', { Origin: 'http://portico.test, http://evil.example' }],
    ['X5 a foreign Referer', { Referer: 'http://evil.example/http://portico.test/' }],
    ['X5 a Referer that is no address', { Referer: 'portico.test' }],
    ['X6 a forwarded host', { Origin: 'http://evil.example', 'X-Forwarded-Host': 'evil.example' }],
  ])('is foreign: %s', async (_, headers) => {
    expect(await judged(headers)).toBe('foreign')
  })
})

describe('signing out always works', () => {
  test('X7 with a live session it needs the token', async () => {
    await using both = await signedIn()
    expect((await both.user.post('/logout', { csrf: 'wrong' })).status).toBe(403)
    expect(await both.user.isSignedIn()).toBe(true)
    expect((await both.user.post('/logout', { csrf: tokenOf(both.user) })).status).toBe(303)
  })

  test('X7 without one the origin suffices, whatever token a stale tab sends', async () => {
    await using both = await signedIn()
    both.here.clock.advance(13 * 60 * 60_000)
    const { status, headers, setCookies } = await both.user.post('/logout', { csrf: 'of an old page' })
    expect([status, headers.get('location')]).toEqual([303, '/login'])
    expect(setCookies.map((line) => parseSetCookie(line).name)).toContainAllValues([
      'session',
      'csrf',
      'notice',
    ])
  })

  test('X7 but not a foreign one', async () => {
    await using here = await startService()
    expect((await here.browser().post('/logout', {}, { Origin: 'https://evil.example' })).status).toBe(403)
  })

  test('R3 with the store down the origin suffices: both cookies are cleared', async () => {
    const store = sqliteStore()
    await using here = await startService({ flags: store.flags })
    const user = here.browser()
    await user.logIn()
    store.query('ALTER TABLE records RENAME TO gone')
    expect((await user.get('/')).status).toBe(503)
    const { status, headers } = await user.post('/logout')
    expect([status, headers.get('location'), user.jar.get('session')]).toEqual([303, '/login', undefined])
  })
})
