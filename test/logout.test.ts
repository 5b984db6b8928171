import { describe, expect, test } from 'bun:test'
import { whereTo } from './support/browser.ts'
import { parseSetCookie } from './support/cookie-jar.ts'
import { oneService } from './support/service.ts'

const here = oneService()
const HOURS = 60 * 60_000

describe('POST /logout', () => {
  test('session active, any: no session; session deleted, cookie cleared, token cleared, redirect to /login', async () => {
    const user = await here.logIn()
    const copy = here.browser()
    copy.jar.set('session', user.jar.get('session') ?? '')
    expect(whereTo(await user.logOut())).toEqual([303, '/login'])
    expect([user.jar.get('session'), user.jar.get('csrf')]).toEqual([undefined, undefined])
    expect(await user.isLoggedIn()).toBe(false)
    // S4: a copy of the cookie, such as another tab has, is worth nothing either.
    expect(whereTo(await copy.get('/'))).toEqual([303, '/login'])
  })

  test('no session, any: no session; same cookie and token clearing, redirect to /login', async () => {
    const visitor = here.browser()
    const answer = await visitor.post('/logout')
    expect(whereTo(answer)).toEqual([303, '/login'])
    const cleared = answer.setCookies.filter((line) => line.includes('Max-Age=0'))
    expect(cleared).toEqual([
      'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      'csrf=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ])
  })

  test('S4 the matching session is deleted, and no other', async () => {
    const [laptop, phone] = [await here.logIn(), await here.logIn()]
    await laptop.logOut()
    expect(await phone.isLoggedIn()).toBe(true)
  })

  test('request: no body defined: a browser whose session is over sends none', async () => {
    const answer = await here.browser().ask('/logout', { method: 'POST' })
    expect(whereTo(answer)).toEqual([303, '/login'])
  })

  test('a cookie that belongs to no session is cleared just the same', async () => {
    const stale = here.browser()
    stale.jar.set('session', 'a'.repeat(43))
    expect(whereTo(await stale.post('/logout'))).toEqual([303, '/login'])
    expect(stale.jar.get('session')).toBeUndefined()
  })
})

describe('the cookies that a logout sends', () => {
  test('C1 C2 each once, empty, Path /, MaxAge -1 (expire immediately), HttpOnly true, SameSite as for login', async () => {
    const { setCookies } = await (await here.logIn()).logOut()
    expect(setCookies.slice(0, 2)).toEqual([
      'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      'csrf=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ])
    const names = setCookies.map((line) => parseSetCookie(line).name)
    expect(names).toEqual([...new Set(names)])
  })

  test('C2 Secure as for login', async () => {
    const user = here.browser()
    const secure = { 'X-Forwarded-Proto': 'https', Origin: 'https://portico.local' }
    await user.logIn('admin', 'admin', secure)
    const { setCookies } = await user.logOut(secure)
    expect(setCookies).toContain('session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax')
    expect(setCookies).toContain('csrf=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict')
  })
})

describe('X7 what a logout needs', () => {
  test('without one an own origin, whatever token a stale tab sends', async () => {
    const user = await here.logIn()
    here.clock.advance(13 * HOURS)
    expect(whereTo(await user.post('/logout', { csrf: 'of an old page' }))).toEqual([303, '/login'])
    expect([user.jar.get('session'), user.jar.get('csrf')]).toEqual([undefined, undefined])
  })
})
