import { expect, test } from 'bun:test'
import { steadyClock } from '../src/session/session.ts'
import { faultyStore } from './support/faulty-store.ts'
import { startListening } from './support/listening-service.ts'
import { startService } from './support/service.ts'

const htmx = { 'HX-Request': 'true' }
const minutes = (count: number) => count * 60_000

test('L3 a login, a refusal, a forgery and an address that has to wait each have an event', async () => {
  await using here = await startService({ flags: ['--login-attempts', '2/60s'] })
  const browser = here.browser()
  await browser.post('/login', { username: 'admin', password: 'admin', csrf: 'forged' })
  await browser.logIn('admin')
  for (let time = 0; time < 3; time++) await here.browser().logIn('admin', 'wrong')
  expect(here.log.of('forgery.refused')).toMatchObject([{ because: 'wrong-token', address: '127.0.0.1' }])
  expect(here.log.of('login.succeeded')).toMatchObject([{ username: 'admin', address: '127.0.0.1' }])
  expect(here.log.of('login.refused')).toHaveLength(2)
  expect(here.log.of('login.throttled')).toMatchObject([{ username: 'admin', address: '127.0.0.1' }])
})

test('L3 each way in which a session ends is told by its event, with the reason', async () => {
  await using here = await startService({ flags: ['--login-attempts', 'off'] })
  const [out, idle, revoker, revoked, rejected] = Array.from({ length: 5 }, () => here.browser())
  await idle?.logIn('noread')
  here.clock.advance(minutes(30))
  await idle?.get('/')
  for (const browser of [out, revoker, revoked]) await browser?.logIn('admin')
  await rejected?.logIn('guest')
  await out?.logOut()
  const csrf = revoker?.jar.get('csrf') ?? ''
  await revoker?.post('/sessions/revoke', { csrf, id: (await revoked?.session())?.id ?? '' })
  here.demo.accounts.setPassword('guest', 'changed')
  await rejected?.get('/device-name', htmx)
  expect(here.log.of('session.ended').map(({ because, username }) => [because, username])).toEqual([
    ['expired', 'noread'],
    ['logout', 'admin'],
    ['revoked', 'admin'],
    ['device-rejected', 'guest'],
  ])
})

test('L3 a store that is down has an event, on a page and at a logout', async () => {
  const store = faultyStore(steadyClock())
  await using here = await startService({ store })
  const browser = here.browser()
  await browser.logIn()
  store.isDown = true
  await browser.get('/')
  await browser.post('/logout', { csrf: browser.jar.get('csrf') ?? '' })
  store.isDown = false
  expect(here.log.of('store.unavailable').length).toBeGreaterThan(0)
  expect(here.log.of('store.delete-failed').length).toBeGreaterThan(0)
})

test('L4 no token of a session and no password is in the log of a whole visit', async () => {
  const server = await startListening()
  server.device.accounts.add('canary', 'pw-7f3c9a51')
  await server.post('/login', { username: 'canary', password: 'pw-7f3c9a51x' })
  const visitor = await server.logIn('canary', 'pw-7f3c9a51')
  for (const path of ['/', '/overview/facts', '/interfaces/table', '/sessions', '/session', '/nowhere']) {
    await server.visit(path, visitor)
  }
  await server.post('/logout', { csrf: 'forged' }, visitor)
  await server.post('/logout', {}, visitor)
  const text = server.lines.join('')
  for (const secret of [
    visitor.session,
    visitor.csrf,
    'pw-7f3c9a51',
    Buffer.from('canary:pw-7f3c9a51').toString('base64').slice(0, -4),
  ]) {
    expect(text).not.toContain(secret)
  }
  expect(server.events()).toContain('session.ended')
  await server.stop()
})

test('L1 L3 every record has its time in UTC, its level, its event, the request and the address', async () => {
  const server = await startListening()
  await server.post('/login', { username: 'n'.repeat(1000), password: 'x' })
  const [refused] = server.lines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'login.refused')
  expect(refused.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(refused).toMatchObject({ level: 'warn', address: '127.0.0.1', because: 'wrong-credentials' })
  expect(refused.request).toMatch(/^[\w-]{8,}$/)
  expect(Buffer.byteLength(refused.username)).toBeLessThanOrEqual(256 + Buffer.byteLength('…'))
  await server.stop()
})

test.each([404, 403])(
  '(22) what a limited account may not read (%i) costs no stack trace',
  async (status) => {
    await using here = await startService()
    here.demo.faults.set({ kind: 'status', status }, { resource: 'infix-services:web' })
    await here.logIn(status === 404 ? 'noread' : 'admin')
    const failed = here.log.of('probe.failed')
    expect(failed.length).toBeGreaterThan(0)
    for (const fields of failed) {
      expect(fields).not.toHaveProperty('error')
      expect(fields).toMatchObject({ because: expect.any(String), reason: expect.any(String) })
    }
  },
)
