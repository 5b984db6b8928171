import { describe, expect, test } from 'bun:test'
import { type Browser, shownError, shownNotice, whereTo } from './support/browser.ts'
import { startService, type TestService } from './support/service.ts'
import { signedIn } from './support/signed-in.ts'

const htmx = { 'HX-Request': 'true' }

describe('a device that answers 401 to a stored password', () => {
  const changePassword = (here: TestService) => here.demo.accounts.setPassword('admin', 'another')

  test('S7 the fragment that met it answers 401 + HX-Redirect: /login, the next page is 303, no further call is made', async () => {
    await using both = await signedIn()
    changePassword(both.here)
    const met = await both.user.get('/interfaces/table', htmx)
    expect([met.status, met.headers.get('hx-redirect')]).toEqual([401, '/login'])
    expect(whereTo(await both.user.get('/'))).toEqual([303, '/login'])
    expect((await both.user.get('/overview/facts', htmx)).status).toBe(401)
    expect(both.here.demo.journal.count()).toBe(1)
    expect(both.here.log.of('session.ended')).toMatchObject([
      { because: 'device-rejected', username: 'admin' },
    ])
  })

  test('S7 the login page says why, once, outside Error', async () => {
    await using both = await signedIn()
    changePassword(both.here)
    await both.user.get('/interfaces/table', htmx)
    await both.user.get('/')
    const { body } = await both.user.get('/login')
    expect(shownNotice(body)).toBe('The device no longer accepts your password. Please log in again.')
    expect(shownError(body)).toBe('')
    expect(await noticeOn(both.user)).toBe('')
  })

  test('without script it is a 303', async () => {
    await using both = await signedIn()
    changePassword(both.here)
    expect(whereTo(await both.user.get('/interfaces/table'))).toEqual([303, '/login'])
  })

  test('at most 4 device reads of a session run at a time', async () => {
    await using both = await signedIn()
    both.here.demo.faults.set({ kind: 'slow', ms: 5 })
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => both.user.get('/interfaces/table', htmx)),
    )
    expect(reads.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(both.here.demo.journal.maxOpen).toBe(4)
  })

  test('twenty reads at once with a password that no longer counts: four calls, and one end', async () => {
    await using both = await signedIn()
    changePassword(both.here)
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => both.user.get('/interfaces/table', htmx)),
    )
    expect(reads.map(({ status }) => status)).toEqual(Array(20).fill(401))
    expect(both.here.demo.journal.count()).toBeLessThanOrEqual(4)
    expect(both.here.log.of('session.ended')).toHaveLength(1)
  })
})

describe('why a visitor is on the login page', () => {
  test('signed out', async () => {
    await using both = await signedIn()
    await both.user.logOut()
    expect(await noticeOn(both.user)).toBe('You are logged out.')
    expect(await noticeOn(both.user)).toBe('')
  })

  test('session ended', async () => {
    await using both = await signedIn()
    both.here.clock.advance(31 * 60_000)
    await both.user.get('/')
    expect(await noticeOn(both.user)).toBe('Your session has ended. Please log in again.')
  })

  test.each(['<b>made up</b>', 'constructor', '__proto__'])(
    'a made-up code says nothing: %s',
    async (code) => {
      await using here = await startService()
      const visitor = here.browser()
      visitor.jar.set('notice', code)
      const { status, body } = await visitor.get('/login')
      expect([status, body.includes('role="status"')]).toEqual([200, false])
    },
  )
})

test('a reason that nobody asked for is forgotten at the next login', async () => {
  await using here = await startService()
  const user = here.browser()
  await user.logIn()
  await user.logOut()
  await user.post('/login', { username: 'admin', password: 'admin' })
  expect(user.jar.get('notice')).toBeUndefined()
})

const noticeOn = async (user: Browser) => shownNotice((await user.get('/login')).body)
