import { expect, test } from 'bun:test'
import { startService } from './support/service.ts'

const htmx = { 'HX-Request': 'true' }
const fragments = ['/device-name', '/overview/facts', '/interfaces/table']

test('S7 the password changes on the device: the first fragment ends the session, with the reason, and the device is asked no more', async () => {
  await using here = await startService()
  const browser = here.browser()
  await browser.logIn()
  const token = browser.jar.get('session') ?? ''
  here.demo.accounts.setPassword('admin', 'changed')
  here.demo.journal.clear()

  const answer = await browser.get('/device-name', htmx)
  expect([answer.status, answer.headers.get('hx-redirect')]).toEqual([401, '/login'])
  expect(here.demo.journal.entries).toHaveLength(1)

  const page = await browser.get('/')
  expect([page.status, page.headers.get('location')]).toEqual([303, '/login'])
  expect((await browser.get('/login')).body).toContain('The device no longer accepts your password')

  const copy = here.browser()
  copy.jar.set('session', token)
  expect((await copy.get('/device-name', htmx)).status).toBe(401)
  expect(here.demo.journal.entries).toHaveLength(1)
  expect(here.log.of('session.ended')).toMatchObject([{ because: 'device-rejected', username: 'admin' }])
})

test('S7 with forty fragments in flight the device sees the calls that were under way, and no more', async () => {
  await using here = await startService()
  const browser = here.browser()
  await browser.logIn()
  here.demo.accounts.setPassword('admin', 'changed')
  here.demo.faults.set({ kind: 'slow', ms: 20 })
  here.demo.journal.clear()

  const paths = Array.from({ length: 40 }, (_, place) => fragments[place % fragments.length] ?? '/')
  const answers = await Promise.all(paths.map((path) => browser.get(path, htmx)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  expect(here.demo.journal.entries.length).toBeLessThanOrEqual(4)
  expect((await browser.get('/')).status).toBe(303)
})

test('S7 an account that was removed ends likewise; another user’s session goes on', async () => {
  await using here = await startService()
  const [gone, stays] = [here.browser(), here.browser()]
  await gone.logIn('guest')
  await stays.logIn('admin')
  here.demo.accounts.remove('guest')
  expect((await gone.get('/device-name', htmx)).status).toBe(401)
  expect((await stays.get('/device-name', htmx)).status).toBe(200)
  expect(await stays.isSignedIn()).toBe(true)
})
