import { describe, expect, test } from 'bun:test'
import { hiddenField, shownError, whereTo } from './support/browser.ts'
import { oneService, startService } from './support/service.ts'

const here = oneService()
const good = { username: 'admin', password: 'admin' }
const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' }
const EXPIRED = 'This page has expired. Please try again.'
const SERVICES = 'infix-services:web'

describe('POST /login, device accepts the credentials', () => {
  test('no session, form parses, both fields non-empty, device accepts the credentials: session active; flags read, hook run, session created, cookie and token set, redirect to /', async () => {
    const ran: string[] = []
    await using here = await startService({ afterLogin: ({ username }) => void ran.push(username) })
    const user = here.browser()
    expect(whereTo(await user.get('/'))).toEqual([303, '/login'])
    const answer = await user.logIn()
    expect([...whereTo(answer), answer.body]).toEqual([303, '/', ''])
    expect(ran).toEqual(['admin'])
    expect(here.demo.journal.count({ resource: SERVICES })).toBe(1)
    expect(user.jar.names).toEqual(['csrf', 'known', 'session'])
    expect((await user.get('/')).status).toBe(200)
  })

  test('request: form-encoded body with username and password; no hook need be configured', async () => {
    const body = 'username=admin&password=admin'
    const answer = await here.browser().ask('/login', { method: 'POST', body, headers: asForm })
    expect(answer.status).toBe(303)
  })

  test('it authenticates a user by forwarding the submitted username and password to the device’s RESTCONF interface (RFC 8040) using HTTP Basic authentication', async () => {
    await here.browser().logIn()
    const [first] = here.demo.journal.entries
    expect(first).toMatchObject({ method: 'GET', scheme: 'Basic', username: 'admin' })
    expect(first?.path).toStartWith('/restconf/data/')
    expect(first?.authorization).toBe(`Basic ${btoa('admin:admin')}`)
  })

  test('5. probe optional features with that context and read the console and the service flags', async () => {
    await here.browser().logIn()
    const calls = here.demo.journal.entries
    expect(calls.map(({ resource }) => resource)).toEqual(['ietf-yang-library:yang-library', SERVICES])
    expect(new Set(calls.map(({ authorization }) => authorization)).size).toBe(1)
  })

  test('7. create the session from username, password and the feature map', async () => {
    const user = await here.logIn('guest')
    expect(await user.session()).toMatchObject({ username: 'guest', features: { console: true } })
    expect((await user.get('/interfaces/table', { 'HX-Request': 'true' })).status).toBe(200)
  })

  test('8. set the session cookie and ensure the request-forgery token is set to the value returned by session creation', async () => {
    const user = await here.logIn()
    const { body } = await user.get('/')
    expect(body).toContain(`<meta name="csrf-token" content="${user.jar.get('csrf')}">`)
  })

  test('the whole round, over HTTP', async () => {
    const user = await here.browserOverHttp()
    expect((await user.logIn('admin', 'wrong')).status).toBe(200)
    expect((await user.get('/')).status).toBe(303)
    expect((await user.logIn()).status).toBe(303)
    expect((await user.get('/')).status).toBe(200)
    expect((await user.logOut()).status).toBe(303)
    expect((await user.get('/')).status).toBe(303)
  })
})

describe('the request-forgery check of a login', () => {
  test('X1 with a wrong token: 403, the login page with a fresh token and "This page has expired. Please try again.", no device call', async () => {
    const visitor = here.browser()
    const answer = await visitor.post('/login', { ...good, csrf: 'made.up' })
    expect([answer.status, shownError(answer.body)]).toEqual([403, EXPIRED])
    expect(here.demo.journal.count()).toBe(0)
    const fresh = hiddenField(answer.body, 'csrf')
    expect((await visitor.post('/login', { ...good, csrf: fresh })).status).toBe(303)
  })

  test('comes after the form is parsed, and before its fields are looked at', async () => {
    const body = 'csrf=made.up&username=%'
    const broken = await here.browser().ask('/login', { method: 'POST', body, headers: asForm })
    expect(shownError(broken.body)).toBe('Invalid request.')
    expect((await here.browser().post('/login', { csrf: 'made.up', username: '' })).status).toBe(403)
  })
})

describe('when the time for a login is over and the device has accepted the password', () => {
  test('features that are not known yet are off, and the login goes on', async () => {
    await using here = await startService({ flags: ['--login-deadline', '1500ms'] })
    here.demo.faults.set({ kind: 'hang' }, { resource: SERVICES })
    const user = await here.logIn()
    expect((await user.session()).features).toMatchObject({ console: false, wifi: true })
  })

  test('a hook that still runs is left behind', async () => {
    const afterLogin = () => new Promise<void>(() => {})
    await using here = await startService({ flags: ['--login-deadline', '1500ms'], afterLogin })
    expect((await here.browser().logIn()).status).toBe(303)
    expect(here.log.of('hook.left-behind')).toHaveLength(1)
  })
})
