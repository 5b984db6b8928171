import { describe, expect, test } from 'bun:test'
import { type Answer, shownError } from './support/browser.ts'
import { setCookieOf } from './support/cookie-jar.ts'
import { startService, type TestService } from './support/service.ts'
import { sqliteStore } from './support/sqlite-store.ts'

const good = { username: 'admin', password: 'admin' }
const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Posts these bytes as a form. */
function postBytes(here: TestService, body: string, headers: Record<string, string> = asForm) {
  return here.browser().ask('/login', { method: 'POST', body, headers })
}

function expectLoginPage(answer: Answer, error: string): void {
  expect(answer.status).toBe(200)
  expect(shownError(answer.body)).toBe(error)
  expect(answer.body).toContain('<form method="post" action="/login"')
  expect(answer.setCookies).toEqual([])
}

describe('Login form (POST body, form-encoded)', () => {
  test.each(['username', 'password'])('%s: required', async (missing) => {
    await using here = await startService()
    const others = Object.entries(good).filter(([name]) => name !== missing)
    const answer = await here.browser().post('/login', Object.fromEntries(others))
    expectLoginPage(answer, 'Username and password are required.')
  })

  test.each(['username', 'password'])('%s: must be non-empty', async (empty) => {
    await using here = await startService()
    const answer = await here.browser().post('/login', { ...good, [empty]: '' })
    expectLoginPage(answer, 'Username and password are required.')
  })

  test.each(['username', 'password'])('I9 %s: a blank is not empty', async (blank) => {
    await using here = await startService()
    const answer = await here.browser().post('/login', { ...good, [blank]: ' ' })
    expectLoginPage(answer, 'Invalid username or password.')
  })
})

describe('POST /login, processing order', () => {
  test('request: form-encoded body with username and password', async () => {
    await using here = await startService()
    expect((await postBytes(here, 'username=admin&password=admin')).status).toBe(303)
  })

  test.each([
    ['a broken escape', 'username=admin&password=%zz', asForm],
    ['an escape cut short', 'username=admin&password=admin%2', asForm],
    ['bytes that are no UTF-8', 'username=admin&password=%ff%fe', asForm],
    ['a field twice', 'username=admin&password=admin&username=root', asForm],
    ['JSON', JSON.stringify(good), { 'Content-Type': 'application/json' }],
    ['a form as plain text', 'username=admin&password=admin', { 'Content-Type': 'text/plain' }],
    ['nothing that says what it is', 'username=admin&password=admin', { 'Content-Type': '' }],
  ])(
    '1. parse the form; on failure, render the login page with Error "Invalid request.": %s',
    async (_, body, headers) => {
      await using here = await startService()
      expectLoginPage(await postBytes(here, body, headers), 'Invalid request.')
      expect(here.demo.journal.count()).toBe(0)
    },
  )

  test('1. parse the form; on failure, …: a multipart form is none for the login', async () => {
    await using here = await startService()
    const body = new FormData()
    for (const [name, value] of Object.entries(good)) body.set(name, value)
    const answer = await here.browser().ask('/login', { method: 'POST', body })
    expectLoginPage(answer, 'Invalid request.')
    expect(here.demo.journal.count()).toBe(0)
  })

  test('1. comes before 2.: a broken form whose fields are empty, too, is "Invalid request."', async () => {
    await using here = await startService()
    expectLoginPage(await postBytes(here, 'username=&password=&x=%'), 'Invalid request.')
  })

  test('2. if username or password is empty, render the login page with Error "Username and password are required."', async () => {
    await using here = await startService()
    expectLoginPage(await postBytes(here, ''), 'Username and password are required.')
  })

  test('2. comes before 3.: the device is not asked about an empty field', async () => {
    await using here = await startService()
    await here.browser().post('/login', { username: 'admin', password: '' })
    expect(here.demo.journal.count()).toBe(0)
  })

  test('3. verify the credentials against the device; on failure, render the login page with the error given under Errors', async () => {
    await using here = await startService()
    const wrong = await here.browser().post('/login', { ...good, password: 'wrong' })
    expectLoginPage(wrong, 'Invalid username or password.')
    await here.demo.goDead()
    expectLoginPage(
      await here.browser().post('/login', good),
      'Unable to reach the device. Please try again later.',
    )
  })

  test('3. comes before 5.: refused credentials read no features and run no hook', async () => {
    let ran = false
    await using here = await startService({
      afterLogin: () => {
        ran = true
      },
    })
    await here.browser().post('/login', { ...good, password: 'wrong' })
    expect(here.demo.journal.count({ resource: 'infix-services:web' })).toBe(0)
    expect(ran).toBe(false)
  })

  test('5. probe optional features with that context and read the console and the service flags', async () => {
    await using here = await startService()
    await here.browser().logIn()
    const calls = here.demo.journal.entries
    expect(calls.map(({ resource }) => resource)).toEqual([
      'ietf-yang-library:yang-library',
      'infix-services:web',
    ])
    expect(new Set(calls.map(({ authorization }) => authorization)).size).toBe(1)
  })

  test('5. store both flags under the keys console and the service', async () => {
    await using here = await startService()
    here.demo.datastore.switchConsole(false)
    const user = here.browser()
    await user.logIn()
    expect((await user.session()).features).toMatchObject({ console: false, 'the service': true })
  })

  test('7. create the session from username, password and the feature map', async () => {
    await using here = await startService()
    const user = here.browser()
    await user.logIn('guest')
    expect(await user.session()).toMatchObject({ username: 'guest', features: { console: true } })
    expect((await user.get('/interfaces/table', { 'HX-Request': 'true' })).status).toBe(200)
  })

  test('7. on failure, respond HTTP 500 with plain-text body "Internal server error"', async () => {
    const store = sqliteStore()
    await using here = await startService({ flags: store.flags })
    store.query('DROP TABLE records')
    const answer = await here.browser().post('/login', good)
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain(;|$)/)
    expect(answer.body).toBe('Internal server error')
    expect(answer.setCookies).toEqual([])
  })

  test('8. set the session cookie and ensure the request-forgery token is set to the value returned by session creation', async () => {
    await using here = await startService()
    const user = here.browser()
    const { setCookies } = await user.logIn()
    expect(setCookieOf(setCookies, 'session')?.value).toMatch(/^[\w-]{43}$/)
    const page = await user.get('/')
    expect(page.body).toContain(
      `<meta name="csrf-token" content="${setCookieOf(setCookies, 'csrf')?.value}">`,
    )
  })

  test('9. redirect to /', async () => {
    await using here = await startService()
    const { status, headers } = await here.browser().logIn()
    expect([status, headers.get('location')]).toEqual([303, '/'])
  })

  test('success response: a redirect only; no body is defined', async () => {
    await using here = await startService()
    expect((await here.browser().logIn()).body).toBe('')
  })
})
