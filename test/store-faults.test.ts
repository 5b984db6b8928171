import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { ask, startRedis } from './support/redis.ts'
import { startService } from './support/service.ts'
import { sharedStore } from './support/shared-store.ts'
import { until } from './support/until.ts'

type Redis = Awaited<ReturnType<typeof startRedis>>

let redis: Redis
let flags: readonly string[]
beforeAll(async () => {
  redis = await startRedis()
  flags = sharedStore(redis.url)
})
beforeEach(async () => {
  await redis.master.kill()
  await redis.master.restart()
})
afterAll(() => redis.stop())

const faults = {
  'is down': { begin: () => redis.master.kill(), end: () => redis.master.restart() },
  hangs: { begin: async () => redis.master.pause(), end: async () => redis.master.resume() },
} as const

describe.each(['is down', 'hangs'] as const)('a store that %s', (fault) => {
  const { begin, end } = faults[fault]

  test('R1 at login is 500 in plain text, with no cookie; the next login after it works', async () => {
    await using here = await startService({ flags })
    await begin()
    const answer = await here.browser().post('/login', { username: 'admin', password: 'admin' })
    expect([answer.status, answer.body]).toEqual([500, 'Internal server error'])
    expect(answer.headers.get('content-type')).toStartWith('text/plain')
    expect(answer.setCookies).toEqual([])

    await end()
    await until(async () => (await here.browser().logIn()).status === 303, 'a login succeeds again')
  })

  test('R2 on a page is 503 with the cookie kept, for a person, htmx and a script alike, and recovers by itself', async () => {
    await using here = await startService({ flags })
    const browser = here.browser()
    await browser.logIn()
    await begin()
    for (const path of ['/', '/sessions', '/session', '/interfaces', '/no-such-page']) {
      const answer = await browser.get(path, { 'HX-Request': 'true' })
      expect([path, answer.status, answer.setCookies]).toEqual([path, 503, []])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await browser.post('/session/timeout', { timeout: '60' })).status).toBe(503)
    expect((await browser.get('/auth/console')).status).toBe(503)
    expect((await browser.get('/readyz')).status).toBe(503)
    expect((await browser.get('/healthz')).status).toBe(204)

    await end()
    await until(async () => (await browser.get('/')).status === 200, 'pages are shown again')
    expect((await browser.get('/readyz')).status).toBe(204)
  })

  test('R3 at logout clears the cookies; the token is dead here at once, and everywhere after recovery', async () => {
    await using here = await startService({ flags })
    await using there = await startService({ flags, now: here.clock.now })
    const [browser, elsewhere] = [here.browser(), there.browser()]
    await browser.logIn()
    const token = browser.jar.get('session') ?? ''
    elsewhere.jar.set('session', token)
    expect(await elsewhere.isLoggedIn()).toBe(true)

    await begin()
    const answer = await browser.post('/logout')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
    expect(browser.jar.get('session')).toBeUndefined()
    expect(browser.jar.get('csrf')).toBeUndefined()
    browser.jar.set('session', token)
    expect((await browser.get('/session', { Accept: 'application/json' })).status).toBe(401)

    await end()
    await until(
      async () => (await elsewhere.get('/')).status === 303,
      'the other instance knows of the logout',
    )
    expect((await browser.get('/')).status).toBe(303)
  })

  test('R3 a logout that another site asks for is refused, with the store down too', async () => {
    await using here = await startService({ flags })
    const browser = here.browser()
    await browser.logIn()
    await begin()
    const answer = await browser.post('/logout', {}, { Origin: 'http://evil.example' })
    expect([answer.status, answer.setCookies]).toEqual([403, []])
    await end()
    await until(() => browser.isLoggedIn(), 'the store is back')
  })
})

test('R4 a hung store delays only requests that need it: the login page is answered meanwhile', async () => {
  await using here = await startService({ flags })
  const browser = here.browser()
  await browser.logIn()
  redis.master.pause()
  let isAnswered = false
  const stalled = browser.get('/').then((answer) => {
    isAnswered = true
    return answer
  })
  for (let count = 0; count < 100; count++) expect((await here.browser().get('/login')).status).toBe(200)
  expect(isAnswered).toBe(false)
  expect((await stalled).status).toBe(503)
  redis.master.resume()
})

test('R4 five hundred requests to a hung store are all answered with 503, and pages are shown when it is back', async () => {
  await using here = await startService({ flags })
  const browser = here.browser()
  await browser.logIn()
  redis.master.pause()
  const answers = await Promise.all(Array.from({ length: 500 }, () => browser.get('/')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  redis.master.resume()
  await until(async () => (await browser.get('/')).status === 200, 'pages are shown again')
})

test('R2 S3 a session that could not be looked up at login ends once its browser has a new one', async () => {
  const storeIsBack = async () => {
    await redis.master.restart()
    await until(async () => (await here.browser().get('/readyz')).status === 204, 'the store is back')
  }
  await using here = await startService({ flags, hookPatienceMs: 20_000 })
  const browser = here.browser()
  await browser.logIn()
  const before = browser.jar.get('session') ?? ''

  await using later = await startService({ flags, afterLogin: storeIsBack, hookPatienceMs: 20_000 })
  const returning = later.browser()
  returning.jar.set('session', before)
  await redis.master.kill()
  await until(async () => (await later.browser().get('/readyz')).status === 503, 'the store is missed')
  expect((await returning.post('/login', { username: 'admin', password: 'admin' })).status).toBe(303)
  expect(returning.jar.get('session')).not.toBe(before)
  await until(async () => (await browser.get('/session')).status !== 503, 'the store is back here, too')
  expect(await browser.isLoggedIn()).toBe(false)
})

test('a full store: sessions go on and can log out, a login is 500, and the instance stays ready', async () => {
  // A login that replaces an older session of its user needs no more room than there is.
  await ask(redis.master, 'flushall')
  await using here = await startService({ flags })
  const browser = here.browser()
  await browser.logIn()
  const sessions = () => ask(redis.master, 'zcard', '{portico:}expiries')
  await ask(redis.master, 'config', 'set', 'maxmemory', '1')

  const login = await here.browser().post('/login', { username: 'admin', password: 'admin' })
  expect([login.status, login.body, login.setCookies]).toEqual([500, 'Internal server error', []])
  expect(here.log.of('login.failed')).toHaveLength(1)
  expect([(await browser.get('/')).status, (await browser.get('/readyz')).status]).toEqual([200, 204])
  const csrf = browser.jar.get('csrf') ?? ''
  expect((await browser.post('/logout', { csrf })).status).toBe(303)
  expect(await sessions()).toBe(0)
})
