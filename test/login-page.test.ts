import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { type Browser, hiddenField, shownError, shownNotice } from './support/browser.ts'
import { oneService, startService } from './support/service.ts'
import { temporaryFile } from './support/temporary-file.ts'

const here = oneService()

describe('Login page data (input to the login template named login.html)', () => {
  test('the login template is a file named login.html', () => {
    const template = readFileSync(new URL('../src/web/views/login.html', import.meta.url), 'utf8')
    expect(template).toContain('it.Error')
    expect(template).toContain('it.CsrfToken')
  })

  test('a login.html that knows just Error and CsrfToken is drawn from them', async () => {
    const form = `[<%= it.Error %>]<form method="post" action="/login"><input name="username"><input name="password"
      type="password"><input type="hidden" name="csrf" value="<%= it.CsrfToken %>"><button></button></form>`
    const theme = temporaryFile('login.html', form, 0o644)
    await using here = await startService({ flags: ['--theme', theme.replace('/login.html', '')] })
    const visitor = here.browser()
    expect((await visitor.get('/login')).body).toMatch(/^\[\]<form .* value="[\w-]+\.[\w-]+"><button>/s)
    const refused = await visitor.post('/login', { username: '', password: '' })
    expect(refused.body).toMatch(/^\[Username and password are required\.\]<form .* value="[\w-]+\.[\w-]+">/s)
  })

  test('Error: message to display', async () => {
    const { body } = await here.browser().post('/login', { username: 'admin', password: 'wrong' })
    expect(shownError(body)).toBe('Invalid username or password.')
  })

  test('Error: empty string means no error', async () => {
    const { body } = await here.browser().get('/login')
    expect(body).not.toContain('note-error')
    expect(body).not.toContain('role="alert"')
  })

  test('CsrfToken: current request-forgery token taken from the request context', async () => {
    const user = here.browser()
    const visitors = hiddenField((await user.get('/login')).body, 'csrf')
    await user.logIn()
    const sessions = hiddenField((await user.get('/login')).body, 'csrf')
    expect(sessions).toBe(user.jar.get('csrf') ?? '')
    expect(sessions).not.toBe(visitors)
  })
})

describe('GET /login', () => {
  test('request: no body; response: HTML login page rendered from login data (Error empty, CsrfToken from context)', async () => {
    const page = await here.browser().get('/login')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
    expect(page.body).toMatch(/<form method="post" action="\/login"/)
    expect(page.body).toMatch(/<input [^>]*name="username"[^>]*autocomplete="username"/)
    expect(page.body).toMatch(
      /<input [^>]*name="password" type="password"[^>]*autocomplete="current-password"/,
    )
    expect(shownError(page.body)).toBe('')
    expect(hiddenField(page.body, 'csrf')).not.toBe('')
  })

  test('also while logged in', async () => {
    const user = await here.logIn()
    expect((await user.get('/login')).status).toBe(200)
    expect(await user.isLoggedIn()).toBe(true)
  })
})

describe('why a visitor is on the login page', () => {
  test('because of a logout: said once', async () => {
    const user = await here.logIn()
    await user.logOut()
    expect(await noticeOn(user)).toBe('You are logged out.')
    expect(await noticeOn(user)).toBe('')
  })

  test('because the session has ended', async () => {
    const user = await here.logIn()
    here.clock.advance(31 * 60_000)
    await user.get('/')
    expect(await noticeOn(user)).toBe('Your session has ended. Please log in again.')
  })

  test('12.18 with two tabs open both are told the first reason, whichever answer comes last', async () => {
    const user = await here.logIn()
    const otherTab = here.browser()
    otherTab.jar.set('session', user.jar.get('session') ?? '')
    here.demo.accounts.setPassword('admin', 'changed')
    await user.get('/device-name', { 'HX-Request': 'true' })
    // Sent before the first answer came, so without its cookie; answered after it.
    const { setCookies } = await otherTab.get('/sessions')
    here.demo.accounts.setPassword('admin', 'admin')
    user.jar.take(setCookies)
    expect(await noticeOn(user)).toBe('The device no longer accepts your password. Please log in again.')
  })

  test('12.18 a logout is told as such in a tab whose request was under way', async () => {
    const user = await here.logIn()
    const otherTab = here.browser()
    otherTab.jar.set('session', user.jar.get('session') ?? '')
    await user.logOut()
    await otherTab.get('/')
    expect(await noticeOn(otherTab)).toBe('You are logged out.')
  })

  test.each(['<b>made up</b>', 'constructor', '__proto__'])(
    'a made-up code says nothing: %s',
    async (code) => {
      const visitor = here.browser()
      visitor.jar.set('notice', code)
      const { status, body } = await visitor.get('/login')
      expect([status, body.includes('role="status"')]).toEqual([200, false])
    },
  )

  test('a reason that was not shown is forgotten at the next login', async () => {
    const user = await here.logIn()
    await user.logOut()
    await user.post('/login', { username: 'admin', password: 'admin' })
    expect(user.jar.get('notice')).toBeUndefined()
  })
})

const noticeOn = async (user: Browser) => shownNotice((await user.get('/login')).body)
