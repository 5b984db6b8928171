import { describe, expect, test } from 'bun:test'
import { inspect } from 'node:util'
import type { AuthenticatedContext } from '../../src/login/authenticated-context.ts'
import { type Answer, shownError } from '../support/browser.ts'
import { setCookieOf } from '../support/cookie-jar.ts'
import { startService, type TestService } from '../support/service.ts'
import { sqliteStore } from '../support/sqlite-store.ts'

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

  test('4. build an authenticated context carrying the username and password', async () => {
    const { context } = await loginWithHook()
    expect(context.username).toBe('admin')
    expect(context.password).toBe('päss:wörd')
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

  test('6. if a post-login hook is configured, call it in the foreground with the authenticated context', async () => {
    const order: string[] = []
    await using here = await startService({
      async afterLogin({ username }) {
        order.push(`features read: ${here.demo.journal.count({ resource: 'infix-services:web' })}`)
        await Bun.sleep(1)
        order.push(`hook done for ${username}`)
      },
    })
    const welcome = await here.browser().logIn()
    order.push(`answered ${welcome.status}`)
    expect(order).toEqual(['features read: 1', 'hook done for admin', 'answered 303'])
  })

  test('6. comes before 7.: the hook runs while there is no session yet', async () => {
    const store = sqliteStore()
    const kept: number[] = []
    await using here = await startService({
      flags: store.flags,
      afterLogin: () => {
        kept.push(store.query('SELECT * FROM records').length)
      },
    })
    await here.browser().logIn()
    expect(kept).toEqual([0])
    expect(store.query('SELECT * FROM records')).toHaveLength(1)
  })

  test('6. the hook receives the user’s credentials, so it starts its own background work for anything slow', async () => {
    const { context, here } = await loginWithHook()
    here.demo.journal.clear()
    const state = await context.device.get('ietf-system:system-state')
    expect(state).toMatchObject({ 'ietf-system:system-state': { platform: { 'os-name': 'Infix' } } })
    expect(here.demo.journal.entries).toMatchObject([{ username: 'admin', status: 200 }])
    await here[Symbol.asyncDispose]()
  })

  test('6. P5 printing the context shows no password', async () => {
    const { context, here } = await loginWithHook()
    await here[Symbol.asyncDispose]()
    const prints = [
      inspect(context, { depth: 20, showHidden: true }),
      JSON.stringify({ context }),
      String(context),
      `${context}`,
      inspect({ ...context }, { depth: 20, showHidden: true }),
    ]
    for (const print of prints) {
      expect(print).not.toContain('päss:wörd')
      expect(print).not.toContain(Buffer.from('päss:wörd').toString('base64').slice(2, -3))
    }
  })

  test.each([
    [
      'a throw',
      () => {
        throw new Error('the hook is broken')
      },
    ],
    [
      'a rejected promise',
      async () => {
        throw new Error('the hook is broken')
      },
    ],
  ])('6. %s is logged and login goes on', async (_, afterLogin) => {
    await using here = await startService({ afterLogin })
    expect((await here.browser().logIn()).status).toBe(303)
    expect(here.log.of('hook.failed')).toMatchObject([
      { username: 'admin', error: { message: 'the hook is broken' } },
    ])
  })

  test('6. P1 a hook that throws the password at us does not get it into the log', async () => {
    await using here = await startService({
      afterLogin({ password }) {
        throw new Error(`could not reach https://${password}@inventory.example`)
      },
    })
    here.demo.accounts.setPassword('admin', 'canary-password')
    expect((await here.browser().logIn('admin', 'canary-password')).status).toBe(303)
    expect(here.log.of('hook.failed')).toHaveLength(1)
    expect(here.log.print()).not.toContain('canary-password')
  })

  test('6. a hook that takes more than its time is left behind, logged, and login goes on', async () => {
    await using here = await startService({
      afterLogin: () => new Promise<void>(() => {}),
      hookPatienceMs: 1,
    })
    expect((await here.browser().logIn()).status).toBe(303)
    expect(here.log.of('hook.left-behind')).toMatchObject([{ username: 'admin' }])
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

/** A login whose hook kept the context it was given. */
async function loginWithHook(): Promise<{ context: AuthenticatedContext; here: TestService }> {
  const contexts: AuthenticatedContext[] = []
  const here = await startService({ afterLogin: (context) => void contexts.push(context) })
  here.demo.accounts.setPassword('admin', 'päss:wörd')
  await here.browser().logIn('admin', 'päss:wörd')
  const [context] = contexts
  if (!context) throw new Error('the hook was not called')
  return { context, here }
}
