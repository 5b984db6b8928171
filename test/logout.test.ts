import { describe, expect, test } from 'bun:test'
import { parseSetCookie, setCookieOf } from './support/cookie-jar.ts'
import { startService } from './support/service.ts'

describe('POST /logout', () => {
  test('request: no body defined: a browser whose session is over sends none', async () => {
    await using here = await startService()
    const answer = await here.browser().ask('/logout', { method: 'POST' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
  })

  test('if a session cookie is present, delete the matching session', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    const token = user.jar.get('session') ?? ''
    expect((await user.logOut()).status).toBe(303)
    const thief = here.browser()
    thief.jar.set('session', token)
    expect(await thief.isSignedIn()).toBe(false)
  })

  test('… the matching one, and no other', async () => {
    await using here = await startService()
    const [laptop, phone] = [here.browser(), here.browser()]
    await laptop.logIn()
    await phone.logIn()
    await laptop.logOut()
    expect(await laptop.isSignedIn()).toBe(false)
    expect(await phone.isSignedIn()).toBe(true)
  })

  test('send a session cookie with empty value, Path /, MaxAge -1 (expire immediately), HttpOnly true, Secure as for login, SameSite Lax', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    const { setCookies } = await user.logOut()
    expect(setCookies).toContain('session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  })

  test('C2 … Secure as for login, when the request is secure', async () => {
    await using here = await startService()
    const user = here.browser()
    const secure = { 'X-Forwarded-Proto': 'https', Origin: 'https://portico.test' }
    await user.logIn('admin', 'admin', secure)
    const { setCookies } = await user.logOut(secure)
    expect(setCookies).toContain('session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax')
    expect(setCookies).toContain('csrf=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict')
  })

  test('clear the request-forgery token', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    const { setCookies } = await user.logOut()
    expect(setCookies).toContain('csrf=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict')
    expect(user.jar.get('csrf')).toBeUndefined()
  })

  test('C1 each cookie is set once', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    const names = (await user.logOut()).setCookies.map((line) => parseSetCookie(line).name)
    expect(names).toEqual([...new Set(names)])
    expect(names).toContain('session')
  })

  test('redirect to /login', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    const { status, headers } = await user.logOut()
    expect([status, headers.get('location')]).toEqual([303, '/login'])
  })

  test('a cookie that belongs to no session is cleared just the same', async () => {
    await using here = await startService()
    const stale = here.browser()
    stale.jar.set('session', 'a'.repeat(43))
    const answer = await stale.post('/logout')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
    expect(setCookieOf(answer.setCookies, 'session')?.value).toBe('')
  })
})
