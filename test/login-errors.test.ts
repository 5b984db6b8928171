import { describe, expect, test } from 'bun:test'
import type { Fault } from '../src/demo/faults/fault.ts'
import { brokenViews } from './support/broken-views.ts'
import { shownError } from './support/browser.ts'
import { startService } from './support/service.ts'
import { sqliteStore } from './support/sqlite-store.ts'

const good = { username: 'admin', password: 'admin' }

/** The condition's answer is the login page with this text. */
async function expectError(text: string, fields: Record<string, string>, fault?: Fault) {
  const neverEnds = fault?.kind === 'hang' || fault?.kind === 'drip'
  await using here = await startService({ flags: neverEnds ? ['--device-timeout', '40ms'] : [] })
  if (fault) here.demo.faults.set(fault)
  const answer = await here.browser().post('/login', fields)
  expect([answer.status, shownError(answer.body)]).toEqual([200, text])
  expect(answer.setCookies).toEqual([])
}

describe('Errors', () => {
  test('Form body cannot be parsed: login page with "Invalid request."', async () => {
    await using here = await startService()
    const answer = await here.browser().ask('/login', {
      method: 'POST',
      body: 'username=%',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect([answer.status, shownError(answer.body)]).toEqual([200, 'Invalid request.'])
  })

  test('username or password empty: login page with "Username and password are required."', () =>
    expectError('Username and password are required.', { username: '', password: '' }))

  test.each([
    ['wrong password', { ...good, password: 'wrong' }],
    ['unknown user', { ...good, username: 'nobody' }],
  ])(
    'D1 Device rejects credentials (authentication error: %s): login page with "Invalid username or password."',
    (_, fields) => expectError('Invalid username or password.', fields),
  )

  test('D1 Device rejects credentials (403): login page with "Invalid username or password."', () =>
    expectError('Invalid username or password.', good, { kind: 'status', status: 403 }))

  const failures: [string, Fault][] = [
    ['the connection is cut', { kind: 'reset' }],
    ['it never answers', { kind: 'hang' }],
    ['its answer never ends', { kind: 'drip' }],
    ['a captive portal answers', { kind: 'html' }],
    ['it redirects', { kind: 'redirect', to: 'http://192.0.2.1/' }],
    ['bad gateway', { kind: 'bad-gateway' }],
    ['500', { kind: 'status', status: 500 }],
    ['another media type', { kind: 'media-type', mediaType: 'application/json' }],
    ['a body over 4 MiB', { kind: 'huge', bytes: 5 * 1024 * 1024 }],
  ]
  test.each(failures)(
    'D1 Any other verification failure (%s): login page with "Unable to reach the device. Please try again later."',
    (_, fault) => expectError('Unable to reach the device. Please try again later.', good, fault),
  )

  test('D1 Any other verification failure (nothing listens): login page with "Unable to reach the device. Please try again later."', async () => {
    await using here = await startService()
    await here.demo.goDead()
    const { status, body } = await here.browser().post('/login', good)
    expect([status, shownError(body)]).toEqual([200, 'Unable to reach the device. Please try again later.'])
  })

  test.each([
    [
      'the store is broken',
      async () => {
        const store = sqliteStore()
        return { flags: store.flags, breakIt: () => store.query('DROP TABLE records') }
      },
    ],
    ['the store is full', async () => ({ flags: ['--max-sessions', '1'], breakIt: () => {} })],
  ])('R1 Session creation fails (%s): HTTP 500, plain text "Internal server error"', async (_, prepare) => {
    const { flags, breakIt } = await prepare()
    await using here = await startService({ flags })
    await here.browser().logIn('guest')
    breakIt()
    const answer = await here.browser().post('/login', good)
    expect([answer.status, answer.body]).toEqual([500, 'Internal server error'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain(;|$)/)
    expect(answer.setCookies).toEqual([])
    expect(here.log.of('login.failed')).toMatchObject([{ username: good.username }])
    expect(here.log.of('request.failed')).toEqual([])
  })

  test('Login template rendering fails: HTTP 500, plain text "Internal server error"', async () => {
    await using here = await startService({ views: brokenViews('login') })
    for (const answer of [
      await here.browser().get('/login'),
      await here.browser().post('/login', { ...good, password: '' }),
      await here.browser().post('/login', { ...good, password: 'wrong' }),
    ]) {
      expect([answer.status, answer.body]).toEqual([500, 'Internal server error'])
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain(;|$)/)
    }
  })

  test('Login template rendering fails: whoever gives the right password still gets in', async () => {
    await using here = await startService({ views: brokenViews('login') })
    expect((await here.browser().post('/login', good)).status).toBe(303)
  })

  test('Services configuration read fails during feature detection: no error shown to the user; console and the service are false and login proceeds', async () => {
    await using here = await startService()
    here.demo.faults.set({ kind: 'status', status: 500 }, { resource: 'infix-services:web' })
    const user = here.browser()
    const welcome = await user.logIn()
    expect([welcome.status, welcome.body]).toEqual([303, ''])
    expect((await user.session()).features).toMatchObject({ console: false, 'the service': false })
    expect((await user.get('/')).status).toBe(200)
  })

  test.each([
    ['credentials rejected', { kind: 'slow', ms: 0 }, 'wrong'],
    ['device unreachable', { kind: 'reset' }, 'canary-password'],
    ['a field is empty', { kind: 'slow', ms: 0 }, ''],
  ] as const)(
    'P1 A failed login (%s) is logged with the username. The password is not logged.',
    async (_, fault, password) => {
      await using here = await startService()
      here.demo.faults.set(fault)
      await here.browser().post('/login', { username: 'admin', password: password || '' })
      await here.browser().post('/login', { username: 'admin', password: 'another-canary' })
      const [failure] = here.log.of('login.refused')
      expect(failure).toMatchObject({ username: 'admin' })
      expect(here.log.print()).not.toContain('canary')
    },
  )
})
