import { describe, expect, test } from 'bun:test'
import { shownError, shownNotice, whereTo } from './support/browser.ts'
import { oneService } from './support/service.ts'

const here = oneService()
const htmx = { 'HX-Request': 'true' }
const fragments = ['/device-name', '/overview/facts', '/interfaces/table']

describe('S7 the password of a session is changed on the device', () => {
  test('the first fragment answers 401 + HX-Redirect: /login, the next page is 303, and the device is asked no more', async () => {
    const user = await here.logIn()
    const copy = here.browser()
    copy.jar.set('session', user.jar.get('session') ?? '')
    here.demo.accounts.setPassword('admin', 'changed')

    const answer = await user.get('/device-name', htmx)
    expect([answer.status, answer.headers.get('hx-redirect')]).toEqual([401, '/login'])
    expect(whereTo(await user.get('/'))).toEqual([303, '/login'])
    expect((await copy.get('/device-name', htmx)).status).toBe(401)
    expect(here.demo.journal.count()).toBe(1)
    expect(here.log.of('session.ended')).toMatchObject([{ because: 'device-rejected', username: 'admin' }])
  })

  test('the login page says why, once, and not as an error', async () => {
    const user = await here.logIn()
    here.demo.accounts.setPassword('admin', 'changed')
    await user.get('/device-name', htmx)
    await user.get('/')
    const { body } = await user.get('/login')
    expect(shownNotice(body)).toBe('The device no longer accepts your password. Please log in again.')
    expect(shownError(body)).toBe('')
    expect(shownNotice((await user.get('/login')).body)).toBe('')
  })

  test('without script it is a 303', async () => {
    const user = await here.logIn()
    here.demo.accounts.setPassword('admin', 'changed')
    expect(whereTo(await user.get('/interfaces/table'))).toEqual([303, '/login'])
  })

  test('with forty fragments in flight the device sees the four calls that were under way, and one session ends', async () => {
    const user = await here.logIn()
    here.demo.accounts.setPassword('admin', 'changed')
    here.demo.faults.set({ kind: 'slow', ms: 20 })
    const paths = Array.from({ length: 40 }, (_, n) => fragments[n % fragments.length] ?? '/')
    const answers = await Promise.all(paths.map((path) => user.get(path, htmx)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(here.demo.journal.count()).toBeLessThanOrEqual(4)
    expect(here.log.of('session.ended')).toHaveLength(1)
  })

  test('an account that was removed ends likewise; another user’s session goes on', async () => {
    const [gone, stays] = [await here.logIn('guest'), await here.logIn('admin')]
    here.demo.accounts.remove('guest')
    expect((await gone.get('/device-name', htmx)).status).toBe(401)
    expect((await stays.get('/device-name', htmx)).status).toBe(200)
  })
})

test('12.17 twenty equal fragments at once cost the device one read', async () => {
  const user = await here.logIn()
  here.demo.faults.set({ kind: 'slow', ms: 100 })
  const reads = await Promise.all(Array.from({ length: 20 }, () => user.get('/interfaces/table', htmx)))
  expect(reads.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(here.demo.journal.count()).toBe(1)
})

test('12.17 one page view with an outdated password costs the device one wrong login', async () => {
  const user = await here.logIn()
  here.clock.advance(60_000)
  here.demo.accounts.setPassword('admin', 'changed')
  here.demo.faults.set({ kind: 'slow', ms: 50 })
  const answers = await Promise.all(fragments.map((path) => user.get(path, htmx)))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(here.demo.journal.count()).toBe(1)
})
