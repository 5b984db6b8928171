import { expect, test } from 'bun:test'
import { steadyClock } from '../src/session/clock.ts'
import { shownError } from './support/browser.ts'
import { selfSigned } from './support/certificates.ts'
import { moodyStore } from './support/moody-store.ts'
import { openDoor } from './support/open-door.ts'
import { startService } from './support/service.ts'
import { reply, type Talk, wireDevice, YANG_JSON } from './support/wire-device.ts'

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

test('L3 a store that is down has an event, whoever meets it', async () => {
  const store = moodyStore(steadyClock())
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

const self = () => selfSigned('IP:127.0.0.1')
const library: Talk = (socket) => socket.end(reply(200, YANG_JSON, '{}'))

test('T17 L3 a device that signed its own certificate is out of reach, hears no password, and the log names TLS', async () => {
  const device = await wireDevice(library, self())
  const door = await openDoor([], {}, device.root.href)
  const answer = await door.post('/login', { username: 'admin', password: 'admin' })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(shownError(await answer.text())).toBe('Unable to reach the device. Please try again later.')
  expect(device.requests).toEqual([])
  const refused = door.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'login.refused')
  expect(refused).toMatchObject([{ because: 'device-unreachable', reason: 'tls-untrusted' }])
  await door.stop()
  device.close()
})

test('T17 who switches the verification off is warned at the start, and only then signs in there', async () => {
  const device = await wireDevice(library, self())
  const door = await openDoor(['--insecure-tls'], {}, device.root.href)
  expect(door.events()).toEqual(['device.tls-not-verified'])
  expect((await door.post('/login', { username: 'admin', password: 'admin' })).status).toBe(303)
  await door.stop()
  device.close()
})
