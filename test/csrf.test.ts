import { describe, expect, test } from 'bun:test'
import { type Browser, hiddenField } from './support/browser.ts'
import { oneService, startService } from './support/service.ts'

const here = oneService()
const good = { username: 'admin', password: 'admin' }
const metaToken = (html: string) => /<meta name="csrf-token" content="([^"]*)">/.exec(html)?.[1] ?? ''
const tokenOf = (user: Browser) => user.jar.get('csrf') ?? ''

/** A change that only the token protects: it answers 204, or 403. */
const change = (user: Browser, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  user.post('/session/timeout', { timeout: '600', ...fields }, headers).then(({ status }) => status)

describe('the token of a session', () => {
  test('is on every page in a meta element and in each form', async () => {
    const user = await here.logIn()
    for (const path of ['/', '/interfaces', '/sessions', '/login', '/nowhere', '/overview/facts']) {
      const { body } = await user.get(path)
      expect(metaToken(body)).toBe(tokenOf(user))
      const forms = body.match(/<form [^>]*method="post".*?<\/form>/gs) ?? []
      for (const form of forms) expect(hiddenField(form, 'csrf')).toBe(tokenOf(user))
    }
  })

  test('does not reach the server as multipart field: no page of ours sends one', async () => {
    const user = await here.logIn()
    const body = new FormData()
    body.set('csrf', tokenOf(user))
    body.set('timeout', '600')
    expect((await user.ask('/session/timeout', { method: 'POST', body })).status).toBe(403)
  })

  test('reaches the server as header X-CSRF-Token', async () => {
    const user = await here.logIn()
    expect(await change(user, {}, { 'X-CSRF-Token': tokenOf(user) })).toBe(204)
    expect(await change(user, {}, { 'X-CSRF-Token': 'wrong' })).toBe(403)
  })

  test('a right token beside a wrong one is refused', async () => {
    const user = await here.logIn()
    expect(await change(user, { csrf: tokenOf(user) }, { 'X-CSRF-Token': 'wrong' })).toBe(403)
    expect(await change(user, { csrf: 'wrong' }, { 'X-CSRF-Token': tokenOf(user) })).toBe(403)
  })

  test('X2 a cookie and field that somebody else planted are refused: only the token stored in the session counts', async () => {
    const user = await here.logIn()
    const attacker = hiddenField((await here.browser().get('/login')).body, 'csrf')
    user.jar.set('csrf', attacker)
    expect(await change(user, { csrf: attacker })).toBe(403)
    expect((await user.post('/logout', { csrf: attacker })).status).toBe(403)
    expect(await user.isLoggedIn()).toBe(true)
  })

  test('a csrf cookie that differs is replaced with the next page', async () => {
    const user = await here.logIn()
    const token = tokenOf(user)
    user.jar.set('csrf', 'tossed')
    await user.get('/')
    expect(tokenOf(user)).toBe(token)
  })

  test('a user who arrives by a link from another site (Lax cookie sent, Strict cookie withheld) has a working page', async () => {
    const user = await here.logIn()
    user.jar.remove('csrf')
    const page = await user.get('/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' })
    expect(page.status).toBe(200)
    user.jar.remove('csrf')
    expect(await change(user, { csrf: metaToken(page.body) })).toBe(204)
  })

  test('is the same in two tabs, and an old tab still works', async () => {
    const user = await here.logIn()
    const first = metaToken((await user.get('/')).body)
    here.clock.advance(20 * 60_000)
    const second = metaToken((await user.get('/interfaces')).body)
    here.clock.advance(20 * 60_000)
    expect(await change(user, { csrf: first })).toBe(204)
    expect(await change(user, { csrf: second })).toBe(204)
  })

  test('X1 X2 the login page that refuses a foreign login of somebody logged in shows a token that is good', async () => {
    const user = await here.logIn()
    const refused = await user.post('/login', good, { Origin: 'http://evil.example' })
    expect(refused.status).toBe(403)
    const again = await user.post('/login', { ...good, csrf: hiddenField(refused.body, 'csrf') })
    expect(again.status).toBe(303)
  })
})

describe('12.16 two login pages are open in one browser', () => {
  test('one is used, the other still works, and its login replaces the session', async () => {
    const user = here.browser()
    const csrf = hiddenField((await user.get('/login')).body, 'csrf')
    here.clock.advance(2 * 60_000)
    await user.logIn('guest')
    const first = user.jar.get('session') ?? ''
    expect((await user.post('/login', { ...good, csrf })).status).toBe(303)
    expect((await user.session()).username).toBe('admin')
    const old = here.browser()
    old.jar.set('session', first)
    expect(await old.isLoggedIn()).toBe(false)
  })

  test('a token that we did not sign is refused there as ever', async () => {
    const user = await here.logIn()
    expect((await user.post('/login', { ...good, csrf: `${'A'.repeat(43)}.${'A'.repeat(43)}` })).status).toBe(
      403,
    )
    expect(await user.isLoggedIn()).toBe(true)
  })
})

describe('without a session', () => {
  test('a token that this server signed is good without a cookie and without an expiry: a login page left open overnight still works', async () => {
    const visitor = here.browser()
    const csrf = hiddenField((await visitor.get('/login')).body, 'csrf')
    here.clock.advance(14 * 60 * 60_000)
    expect((await visitor.post('/login', { ...good, csrf })).status).toBe(303)
  })

  test('it may be the same for everybody within a minute, and is another one later', async () => {
    const token = async () => hiddenField((await here.browser().get('/login')).body, 'csrf')
    const first = await token()
    here.clock.advance(59_000)
    expect(await token()).toBe(first)
    here.clock.advance(1_000)
    expect(await token()).not.toBe(first)
  })

  test('the login page of a session that has ended still works', async () => {
    const user = await here.logIn()
    const csrf = hiddenField((await user.get('/login')).body, 'csrf')
    here.clock.advance(13 * 60 * 60_000)
    expect(await user.isLoggedIn()).toBe(false)
    expect((await user.post('/login', { ...good, csrf })).status).toBe(303)
  })

  test('X1 a token of another server is refused, with the cookie that goes with it, too', async () => {
    await using elsewhere = await startService()
    const csrf = hiddenField((await elsewhere.browser().get('/login')).body, 'csrf')
    const victim = here.browser()
    victim.jar.set('csrf', csrf)
    expect((await victim.post('/login', { ...good, csrf })).status).toBe(403)
    expect(here.demo.journal.count()).toBe(0)
  })

  test('X3 the token changes at login and is dropped at logout', async () => {
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
