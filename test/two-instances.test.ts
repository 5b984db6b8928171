import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestDevice, type TestDevice } from './support/device/test-device.ts'
import { startRedis } from './support/redis.ts'
import { startService } from './support/service.ts'
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts'
import { sharedStore } from './support/shared-store.ts'
import { logInAt, logOutAt, look, visit } from './support/visitor.ts'

let device: TestDevice
let redis: Awaited<ReturnType<typeof startRedis>>
let flags: readonly string[]
let here: ServiceProcess
let there: ServiceProcess
beforeAll(async () => {
  device = await startTestDevice()
  redis = await startRedis()
  flags = sharedStore(redis.url)
  const start = () => startServiceProcess({ device, flags })
  ;[here, there] = await Promise.all([start(), start()])
})
afterAll(async () => {
  await Promise.all([here, there].map((instance) => instance[Symbol.asyncDispose]()))
  await redis.stop()
  await device.stop()
})

test('S4 R7 two instances on one Redis: log in at one, use the other, log out there, the first refuses at once', async () => {
  const visitor = await logInAt(here.url, 'admin')
  if (!visitor) throw new Error('the login was not answered')
  expect(await look(there.url, visitor)).toEqual({ kind: 'known', username: 'admin' })
  expect(await visit(there.url, visitor)).toBe(200)
  expect(await logOutAt(there.url, visitor)).toBe(true)
  expect(await look(here.url, visitor)).toEqual({ kind: 'stranger' })
})

test('S7 a password changed on the device ends the session for the other instance, too', async () => {
  await using one = await startService({ flags })
  await using other = await startService({ flags, now: one.clock.now })
  const browser = one.browser()
  await browser.logIn()
  const elsewhere = other.browser()
  elsewhere.jar.set('session', browser.jar.get('session') ?? '')
  expect(await elsewhere.isLoggedIn()).toBe(true)

  one.demo.accounts.setPassword('admin', 'changed')
  expect((await browser.get('/device-name', { 'HX-Request': 'true' })).status).toBe(401)
  other.demo.journal.clear()
  expect((await elsewhere.get('/device-name', { 'HX-Request': 'true' })).status).toBe(401)
  expect((await elsewhere.get('/')).status).toBe(303)
  expect(other.demo.journal.entries).toEqual([])
})

test('B1 guesses are counted together: an address that used them up at two instances waits at both', async () => {
  const strict = [...flags, '--login-attempts', '4/60s']
  await using one = await startService({ flags: strict })
  await using other = await startService({ flags: strict, now: one.clock.now })
  const guesser = { peer: '192.0.2.66', tls: false }
  const [here, there] = [one.browser(guesser), other.browser(guesser)]
  for (const browser of [here, there, here, there]) {
    expect((await browser.logIn('admin', 'guess')).status).toBe(200)
  }
  for (const browser of [here, there]) {
    const answer = await browser.logIn()
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60'])
  }
  expect((await other.browser().logIn()).status).toBe(303)
})

test('P3 S8 while the secret is replaced, one instance after the other, no user is logged out', async () => {
  const [old, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const withSecret = (...keys: Buffer[]) => sharedStore(redis.url, keys)
  await using before = await startService({ flags: withSecret(old) })
  const browser = before.browser()
  await browser.logIn('guest')
  const session = browser.jar.get('session') ?? ''

  for (const keys of [
    [old, next],
    [next, old],
  ]) {
    await using after = await startService({ flags: withSecret(...keys), now: before.clock.now })
    const again = after.browser()
    again.jar.set('session', session)
    expect(await again.isLoggedIn()).toBe(true)
    expect((await again.get('/sessions')).body).toContain('This session')
  }
  await using last = await startService({ flags: withSecret(next), now: before.clock.now })
  const late = last.browser()
  late.jar.set('session', session)
  expect(await late.isLoggedIn()).toBe(false)
})

test('12.7 a session of one device is refused at another, although store and secret are shared', async () => {
  const ofOneDevice = flags.slice(0, flags.indexOf('--device-name'))
  await using one = await startService({ flags: ofOneDevice })
  await using other = await startService({ flags: ofOneDevice, now: one.clock.now })
  const [user, stranger] = [one.browser(), other.browser()]
  await user.logIn()
  stranger.jar.set('session', user.jar.get('session') ?? '')
  stranger.jar.set('csrf', user.jar.get('csrf') ?? '')

  expect(await stranger.isLoggedIn()).toBe(false)
  expect((await stranger.get('/device-name', { 'HX-Request': 'true' })).status).toBe(401)
  expect(other.demo.journal.count()).toBe(0)
  expect(other.log.of('session.tampered')).toEqual([])
  await stranger.post('/logout', {})
  expect(await user.isLoggedIn()).toBe(true)

  await stranger.logIn()
  expect((await stranger.get('/sessions')).body).not.toContain((await user.session()).id)
})
