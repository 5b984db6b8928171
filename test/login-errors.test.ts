import { describe, expect, test } from 'bun:test'
import { brokenViews } from './support/broken-views.ts'
import { shownError } from './support/browser.ts'
import { oneService, startService } from './support/service.ts'
import { sqliteStore } from './support/sqlite-store.ts'

const pauses: number[] = []
const here = oneService({ pause: async (ms) => void pauses.push(ms) })

const INVALID = 'Invalid request.'
const REQUIRED = 'Username and password are required.'
const WRONG = 'Invalid username or password.'
const UNREACHABLE = 'Unable to reach the device. Please try again later.'

const good = { username: 'admin', password: 'admin' }
const form = 'username=admin&password=admin'
const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' }

const post = (body: string) => here.browser().ask('/login', { method: 'POST', body, headers: asForm })
const formOf = (username: string, password = 'admin') =>
  new URLSearchParams({ username, password }).toString()

describe('Errors: the login page, with status 200, no cookie and no session', () => {
  test.each<[condition: string, error: string, deviceCalls: number, body: string]>([
    ['Form body cannot be parsed: a broken escape', INVALID, 0, `${form}%zz`],
    [
      'Form body cannot be parsed: this is said first, although the fields are empty',
      INVALID,
      0,
      'username=&x=%',
    ],
    ['username empty', REQUIRED, 0, formOf('')],
    ['password empty', REQUIRED, 0, formOf('admin', '')],
    ['username and password empty: no body', REQUIRED, 0, ''],
    ['Device rejects credentials: wrong password', WRONG, 1, formOf('admin', 'wrong')],
    ['Device rejects credentials: unknown user', WRONG, 1, formOf('nobody')],
  ])('%s', async (_, error, deviceCalls, body) => {
    const answer = await post(body)
    expect([answer.status, shownError(answer.body)]).toEqual([200, error])
    expect(answer.body).toContain('<form method="post" action="/login"')
    expect(answer.setCookies).toEqual([])
    expect(here.demo.journal.count()).toBe(deviceCalls)
  })

  test('D1 Any other verification failure (device unreachable): login page with "Unable to reach the device. Please try again later."', async () => {
    await using here = await startService()
    await here.demo.goDead()
    const answer = await here.browser().post('/login', good)
    expect([answer.status, shownError(answer.body)]).toEqual([200, UNREACHABLE])
    expect(answer.setCookies).toEqual([])
  })

  const multipart = new FormData()
  for (const [name, value] of Object.entries(good)) multipart.set(name, value)
})

describe('a refused login', () => {
  test('reads no features and runs no hook', async () => {
    const ran: string[] = []
    await using here = await startService({ afterLogin: ({ username }) => void ran.push(username) })
    await here.browser().post('/login', { ...good, password: 'wrong' })
    expect(here.demo.journal.count({ resource: 'infix-services:web' })).toBe(0)
    expect(ran).toEqual([])
  })

  test('I10 leaves the user name in its field, and never shows the password', async () => {
    const username = '"><script>alert(1)</script>'
    const { body } = await here.browser().post('/login', { username, password: 'canary-password' })
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(body).not.toContain('<script>')
    expect(body).not.toContain('canary-password')
  })

  test.each([
    ['credentials rejected', 'canary-password', undefined],
    ['device unreachable', 'canary-password', { kind: 'reset' } as const],
    ['a field is empty', '', undefined],
  ])('P1 (%s) is logged with the username. The password is not logged.', async (_, password, fault) => {
    if (fault) here.demo.faults.set(fault)
    await post(formOf('admin', password))
    expect(here.log.of('login.refused')).toMatchObject([{ username: 'admin' }])
    expect(here.log.print()).not.toContain('canary')
  })
})

describe('Errors: HTTP 500, plain text "Internal server error"', () => {
  test.each([
    ['the store is broken', true],
    ['the store is full', false],
  ])('R1 P6 T1 T8 Session creation fails: %s', async (_, isBroken) => {
    const store = sqliteStore()
    await using here = await startService({ flags: isBroken ? store.flags : ['--max-sessions', '1'] })
    await here.browser().logIn('guest')
    if (isBroken) store.query('DROP TABLE records')
    const user = here.browser()
    const answer = await user.post('/login', good)
    expect([answer.status, answer.body]).toEqual([500, 'Internal server error'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain(;|$)/)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.setCookies).toEqual([])
    expect(here.log.of('login.failed')).toMatchObject([{ username: good.username }])
    expect(here.log.of('request.failed')).toEqual([])
  })

  test('Login template rendering fails', async () => {
    await using here = await startService({ views: brokenViews('login') })
    for (const answer of [
      await here.browser().get('/login'),
      await here.browser().post('/login', { ...good, password: '' }),
      await here.browser().post('/login', { ...good, password: 'wrong' }),
    ]) {
      expect([answer.status, answer.body]).toEqual([500, 'Internal server error'])
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain(;|$)/)
    }
    expect(here.log.of('request.failed')).toHaveLength(3)
    // The right password needs no template.
    expect((await here.browser().post('/login', good)).status).toBe(303)
  })
})

test('Services configuration read fails during feature detection: no error shown to the user; console and the service are false and login proceeds', async () => {
  here.demo.faults.set({ kind: 'status', status: 500 }, { resource: 'infix-services:web' })
  const user = here.browser()
  const welcome = await user.logIn()
  expect([welcome.status, welcome.body]).toEqual([303, ''])
  expect((await user.session()).features).toMatchObject({ console: false, 'the service': false })
  expect((await user.get('/')).status).toBe(200)
})
