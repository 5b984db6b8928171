import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { brokenViews } from './support/broken-views.ts'
import { hiddenField, shownError } from './support/browser.ts'
import { startService } from './support/service.ts'
import { temporaryFile } from './support/temporary-file.ts'

describe('Login page data (input to the login template named login.html)', () => {
  test('the login template is a file named login.html', () => {
    const template = readFileSync(new URL('../src/web/views/login.html', import.meta.url), 'utf8')
    expect(template).toContain('it.Error')
    expect(template).toContain('it.CsrfToken')
  })

  test('a login.html that knows just Error and CsrfToken is drawn from them', async () => {
    const theme = temporaryFile('login.html', '[<%= it.Error %>|<%= it.CsrfToken %>]', 0o644)
    await using here = await startService({ flags: ['--theme', theme.replace('/login.html', '')] })
    const visitor = here.browser()
    expect((await visitor.get('/login')).body).toMatch(/^\[\|[\w-]+\.[\w-]+\]$/)
    const refused = await visitor.post('/login', { username: '', password: '' })
    expect(refused.body).toMatch(/^\[Username and password are required\.\|[\w-]+\.[\w-]+\]$/)
  })

  test('Error: message to display', async () => {
    await using here = await startService()
    const { body } = await here.browser().post('/login', { username: 'admin', password: 'wrong' })
    expect(shownError(body)).toBe('Invalid username or password.')
  })

  test('Error: empty string means no error', async () => {
    await using here = await startService()
    const { body } = await here.browser().get('/login')
    expect(body).not.toContain('note-error')
    expect(body).not.toContain('role="alert"')
  })

  test('CsrfToken: current request-forgery token taken from the request context', async () => {
    await using here = await startService()
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
    await using here = await startService()
    const page = await here.browser().get('/login')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
    expect(page.body).toMatch(/<form method="post" action="\/login"/)
    expect(page.body).toMatch(/<input [^>]*name="username"/)
    expect(page.body).toMatch(/<input [^>]*name="password" type="password"/)
    expect(shownError(page.body)).toBe('')
    expect(hiddenField(page.body, 'csrf')).not.toBe('')
  })

  test('also while signed in', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn()
    expect((await user.get('/login')).status).toBe(200)
    expect(await user.isSignedIn()).toBe(true)
  })

  test('if template rendering fails: HTTP 500 with plain-text body "Internal server error"', async () => {
    await using here = await startService({ views: brokenViews('login') })
    const answer = await here.browser().get('/login')
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain(;|$)/)
    expect(answer.body).toBe('Internal server error')
    expect(here.log.of('request.failed')).toHaveLength(1)
  })
})
