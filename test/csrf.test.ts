import { describe, expect, test } from 'bun:test'
import { type Browser, hiddenField } from './support/browser.ts'
import { parseSetCookie, setCookieOf } from './support/cookie-jar.ts'
import { startService } from './support/service.ts'
import { signedIn } from './support/signed-in.ts'

const good = { username: 'admin', password: 'admin' }
const metaToken = (html: string) => /<meta name="csrf-token" content="([^"]*)">/.exec(html)?.[1] ?? ''
const tokenOf = (user: Browser) => user.jar.get('csrf') ?? ''

/** A change that only the token protects: it answers 204, or 403. */
const change = (user: Browser, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  user.post('/session/timeout', { timeout: '600', ...fields }, headers).then(({ status }) => status)

describe('Cookies and the request-forgery token', () => {
  test('C3 csrf: set at login to the session’s token; Path=/, HttpOnly, SameSite=Strict', async () => {
    await using here = await startService()
    const { setCookies } = await here.browser().logIn()
    expect(setCookieOf(setCookies, 'csrf')?.attributes).toEqual({
      path: '/',
      httponly: true,
      samesite: 'Strict',
    })
  })

  test('C3 csrf: Secure as judged', async () => {
    await using here = await startService()
    const { setCookies } = await here.browser().post('/login', good, {
      'X-Forwarded-Proto': 'https',
      Origin: 'https://portico.test',
    })
    for (const line of setCookies) expect(parseSetCookie(line).attributes.secure).toBe(true)
  })

  test('visitors without a session get no cookie at all', async () => {
    await using here = await startService()
    const visitor = here.browser()
    for (const answer of [
      await visitor.get('/login'),
      await visitor.get('/'),
      await visitor.get('/nowhere'),
      await visitor.post('/login', { ...good, password: 'wrong' }),
      await visitor.post('/login', { ...good, csrf: 'made.up' }),
    ]) {
      expect(answer.setCookies).toEqual([])
    }
  })

  test('C4 two session cookies with different values are no session', async () => {
    await using here = await startService()
    const [admin, guest] = [here.browser(), here.browser()]
    await admin.logIn()
    await guest.logIn('guest')
    const both = `session=${admin.jar.get('session')}; session=${guest.jar.get('session')}`
    const { status, headers } = await here.browser().get('/', { Cookie: both })
    expect([status, headers.get('location')]).toEqual([303, '/login'])
  })

  test('… the same one twice is one', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    const twice = `session=${user.jar.get('session')}; session=${user.jar.get('session')}`
    expect((await here.browser().get('/', { Cookie: twice })).status).toBe(200)
  })

  test('the token is on every page in a meta element and in each form', async () => {
    await using both = await signedIn()
    for (const path of ['/', '/interfaces', '/sessions', '/login', '/nowhere', '/overview/facts']) {
      const { body } = await both.user.get(path)
      expect(metaToken(body)).toBe(tokenOf(both.user))
      const forms = body.match(/<form [^>]*method="post".*?<\/form>/gs) ?? []
      for (const form of forms) expect(hiddenField(form, 'csrf')).toBe(tokenOf(both.user))
    }
  })

  test('the token reaches the server as urlencoded field', async () => {
    await using both = await signedIn()
    expect(await change(both.user, { csrf: tokenOf(both.user) })).toBe(204)
  })

  test('… but not as multipart field: no page of ours sends one', async () => {
    await using both = await signedIn()
    const body = new FormData()
    body.set('csrf', tokenOf(both.user))
    body.set('timeout', '600')
    expect((await both.user.ask('/session/timeout', { method: 'POST', body })).status).toBe(403)
  })

  test('… as header X-CSRF-Token', async () => {
    await using both = await signedIn()
    expect(await change(both.user, {}, { 'X-CSRF-Token': tokenOf(both.user) })).toBe(204)
    expect(await change(both.user, {}, { 'X-CSRF-Token': 'wrong' })).toBe(403)
  })

  test('… and not in the address', async () => {
    await using both = await signedIn()
    const path = `/session/timeout?csrf=${tokenOf(both.user)}`
    expect((await both.user.post(path, { timeout: '600' })).status).toBe(403)
  })

  test('a right token beside a wrong one is wrong', async () => {
    await using both = await signedIn()
    expect(await change(both.user, { csrf: tokenOf(both.user) }, { 'X-CSRF-Token': 'wrong' })).toBe(403)
    expect(await change(both.user, { csrf: 'wrong' }, { 'X-CSRF-Token': tokenOf(both.user) })).toBe(403)
  })

  test('no token: 403, and the session lives', async () => {
    await using both = await signedIn()
    expect(await change(both.user, {})).toBe(403)
    expect((await both.user.post('/logout')).status).toBe(403)
    expect(await both.user.isSignedIn()).toBe(true)
  })

  test('X2 with a session the token is the one stored in that session: a tossed cookie with its field is refused', async () => {
    await using both = await signedIn()
    const { here, user } = both
    const attacker = hiddenField((await here.browser().get('/login')).body, 'csrf')
    user.jar.set('csrf', attacker)
    expect(await change(user, { csrf: attacker })).toBe(403)
    expect((await user.post('/logout', { csrf: attacker })).status).toBe(403)
    expect(await user.isSignedIn()).toBe(true)
  })

  test('X2 another session’s token is refused', async () => {
    await using both = await signedIn()
    const other = both.here.browser()
    await other.logIn('guest')
    expect(await change(both.user, { csrf: tokenOf(other) })).toBe(403)
  })

  test('… and the cookie is brought in line with the session', async () => {
    await using both = await signedIn()
    const token = tokenOf(both.user)
    both.user.jar.set('csrf', 'tossed')
    await both.user.get('/')
    expect(tokenOf(both.user)).toBe(token)
  })

  test('a visitor who arrives by a link from another site (Lax cookie sent, Strict cookie withheld) has a working page', async () => {
    await using both = await signedIn()
    both.user.jar.remove('csrf')
    const page = await both.user.get('/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' })
    expect(page.status).toBe(200)
    both.user.jar.remove('csrf')
    expect(await change(both.user, { csrf: metaToken(page.body) })).toBe(204)
  })

  test('two tabs agree, and a tab of yesterday still works', async () => {
    await using both = await signedIn()
    const first = metaToken((await both.user.get('/')).body)
    both.here.clock.advance(20 * 60_000)
    const second = metaToken((await both.user.get('/interfaces')).body)
    both.here.clock.advance(20 * 60_000)
    expect(await change(both.user, { csrf: first })).toBe(204)
    expect(await change(both.user, { csrf: second })).toBe(204)
  })

  test('X1 X2 the login page that refuses a foreign login of somebody signed in shows a token that is good', async () => {
    await using both = await signedIn()
    const refused = await both.user.post('/login', good, { Origin: 'http://evil.example' })
    expect(refused.status).toBe(403)
    const again = await both.user.post('/login', { ...good, csrf: hiddenField(refused.body, 'csrf') })
    expect(again.status).toBe(303)
  })

  test('while signed in, the value of the csrf cookie is the session’s token, so a script may send it back as the header', async () => {
    await using both = await signedIn()
    expect(await change(both.user, {}, { 'X-CSRF-Token': tokenOf(both.user) })).toBe(204)
  })
})

describe('without a session', () => {
  test('a token that this server signed is good without a cookie and without an expiry: a login page left open overnight still works', async () => {
    await using here = await startService()
    const visitor = here.browser()
    const csrf = hiddenField((await visitor.get('/login')).body, 'csrf')
    here.clock.advance(14 * 60 * 60_000)
    expect((await visitor.post('/login', { ...good, csrf })).status).toBe(303)
  })

  test('it may be the same for everybody within a minute, and is another one later', async () => {
    await using here = await startService()
    const token = async () => hiddenField((await here.browser().get('/login')).body, 'csrf')
    const first = await token()
    here.clock.advance(59_000)
    expect(await token()).toBe(first)
    here.clock.advance(1_000)
    expect(await token()).not.toBe(first)
  })

  test('the login page of a session that has died is still good for signing in', async () => {
    await using both = await signedIn()
    const csrf = hiddenField((await both.user.get('/login')).body, 'csrf')
    both.here.clock.advance(13 * 60 * 60_000)
    expect(await both.user.isSignedIn()).toBe(false)
    expect((await both.user.post('/login', { ...good, csrf })).status).toBe(303)
  })

  test('X1 a token of another server is refused, with the cookie that goes with it, too', async () => {
    await using here = await startService()
    await using elsewhere = await startService()
    const csrf = hiddenField((await elsewhere.browser().get('/login')).body, 'csrf')
    const victim = here.browser()
    victim.jar.set('csrf', csrf)
    expect((await victim.post('/login', { ...good, csrf })).status).toBe(403)
    expect(here.demo.journal.count()).toBe(0)
  })

  test('X3 the token changes at login and is dropped at logout', async () => {
    await using here = await startService()
    const user = here.browser()
    const before = hiddenField((await user.get('/login')).body, 'csrf')
    await user.logIn()
    const during = tokenOf(user)
    await user.logOut()
    expect(user.jar.get('csrf')).toBeUndefined()
    expect(hiddenField((await user.get('/login')).body, 'csrf')).toBe(before)
    expect(during).not.toBe(before)
  })
})
