import { describe, expect, test } from 'bun:test'
import { whereTo } from './support/browser.ts'
import { oneService, startService } from './support/service.ts'

const here = oneService()

describe('Routes', () => {
  test.each([
    ['/login', 200],
    ['/healthz', 204],
    ['/readyz', 204],
    ['/favicon.ico', 200],
  ])('GET %s: for all, %i', async (path, status) => {
    const user = await here.logIn()
    const stranger = here.browser()
    expect((await stranger.get(path)).status).toBe(status)
    expect((await user.get(path)).status).toBe(status)
  })

  test.each([
    '/',
    '/interfaces',
    '/overview/facts',
    '/interfaces/table',
    '/device-name',
    '/session',
    '/sessions',
  ])('GET %s: for a session', async (path) => {
    const user = await here.logIn()
    const stranger = here.browser()
    expect((await user.get(path)).status).toBe(200)
    expect(whereTo(await stranger.get(path))).toEqual([303, '/login'])
  })

  test('GET /session: JSON about this session: id, username, features, createdAt, lastSeenAt, idleExpiresAt, expiresAt (ISO 8601, UTC)', async () => {
    const user = await here.logIn()
    const { headers, body } = await user.get('/session')
    expect(headers.get('content-type')).toStartWith('application/json')
    expect(JSON.parse(body)).toEqual({
      id: expect.stringMatching(/^[\w-]{12}$/),
      username: 'admin',
      features: { console: true, 'the service': true, wifi: true, containers: true },
      createdAt: '2026-03-01T08:00:00.000Z',
      lastSeenAt: '2026-03-01T08:00:00.000Z',
      idleExpiresAt: '2026-03-01T08:30:00.000Z',
      expiresAt: '2026-03-01T20:00:00.000Z',
    })
  })

  test('GET /session: a header gives the server’s time, for a browser whose clock is wrong', async () => {
    const user = await here.logIn()
    const { headers } = await user.get('/session')
    expect(headers.get('x-portico-now')).toBe('2026-03-01T08:00:00.000Z')
  })

  test('GET /session: never a token, never a password', async () => {
    await using here = await startService()
    here.demo.accounts.setPassword('admin', 'canary-password')
    const user = here.browser()
    await user.logIn('admin', 'canary-password')
    const { body } = await user.get('/session')
    for (const secret of [user.jar.get('session') ?? '', user.jar.get('csrf') ?? '', 'canary-password'])
      expect(body).not.toContain(secret)
  })

  test.each([
    ['60', 204, 60],
    ['0', 204, 1800],
    ['1800', 204, 1800],
    ['99999999999999999999', 204, 1800],
    ['-1', 400, 1800],
    ['soon', 400, 1800],
    ['', 400, 1800],
  ])('POST /session/timeout with "%s": %i, and the idle limit is %i s', async (timeout, status, seconds) => {
    const user = await here.logIn()
    const csrf = user.jar.get('csrf') ?? ''
    expect((await user.post('/session/timeout', { csrf, timeout })).status).toBe(status)
    const { lastSeenAt, idleExpiresAt } = JSON.parse((await user.get('/session')).body)
    expect(Date.parse(idleExpiresAt) - Date.parse(lastSeenAt)).toBe(seconds * 1000)
  })

  test('GET /healthz, GET /readyz: no device call', async () => {
    await using here = await startService()
    await here.demo.goDead()
    const probe = here.browser()
    expect((await probe.get('/healthz')).status).toBe(204)
    expect((await probe.get('/readyz')).status).toBe(204)
    expect(here.demo.journal.count()).toBe(0)
  })

  test('anything else, no session: 303 to /login', async () => {
    const stranger = here.browser()
    for (const path of ['/no/such/page', '/data', '/data/a:b?view=json', '/data-search?q=mtu'])
      expect(whereTo(await stranger.get(path))).toEqual([303, '/login'])
    expect(whereTo(await stranger.post('/no/such/page'))).toEqual([303, '/login'])
  })

  test('anything else, no session, HX-Request: true: 401 and HX-Redirect: /login', async () => {
    const stranger = here.browser()
    const { status, headers, body } = await stranger.get('/interfaces/table', { 'HX-Request': 'true' })
    expect([status, headers.get('hx-redirect'), body]).toEqual([401, '/login', ''])
  })

  test.each([
    ['Sec-Fetch-Dest: empty without htmx', { 'Sec-Fetch-Dest': 'empty' }],
    ['Accept asking for JSON only', { Accept: 'application/json' }],
    [
      'Accept asking for JSON only, of a kind',
      { Accept: 'application/yang-data+json;q=0.9, application/json' },
    ],
  ])('anything else, no session, a script (%s): 401 {"error":"unauthenticated"}', async (_, headers) => {
    const stranger = here.browser()
    const answer = await stranger.get('/session', headers)
    expect([answer.status, JSON.parse(answer.body)]).toEqual([401, { error: 'unauthenticated' }])
  })

  test.each([{ Accept: '*/*' }, { Accept: 'text/html,application/json' }, { Accept: '' }])(
    'anything else, no session, no script: %p is sent to /login',
    async (headers) => {
      const stranger = here.browser()
      expect(whereTo(await stranger.get('/', headers))).toEqual([303, '/login'])
    },
  )

  test.each(['application/yang-data+json', 'application/json, application/yang-data+json;q=0.5'])(
    'anything else, session, for a program that takes %s only: 404 in JSON',
    async (Accept) => {
      const { status, headers, body } = await (await here.logIn()).get('/nowhere', { Accept })
      expect([status, headers.get('content-type'), JSON.parse(body)]).toEqual([
        404,
        'application/json',
        { error: 'not-found' },
      ])
    },
  )

  test('other refusals of a program that takes JSON only are JSON, too', async () => {
    const user = await here.logIn()
    const json = { Accept: 'application/json' }
    expect(JSON.parse((await user.post('/session/timeout', { timeout: '5' }, json)).body)).toEqual({
      error: 'forbidden',
    })
    expect(JSON.parse((await user.post('/login/', {}, json)).body)).toEqual({ error: 'not-found' })
    expect(JSON.parse((await user.ask('/healthz', { method: 'PUT', headers: json })).body)).toEqual({
      error: 'wrong-method',
    })
  })

  test('anything else, session: 404 page', async () => {
    const user = await here.logIn()
    const { status, headers, body } = await user.get('/no/such/page')
    expect(status).toBe(404)
    expect(headers.get('content-type')).toStartWith('text/html')
    expect(body).toContain('Page not found')
    expect(body).not.toContain('/no/such')
  })
})

describe('Methods and bodies', () => {
  test.each(['/login', '/', '/session', '/interfaces', '/healthz', '/favicon.ico'])(
    'HEAD works wherever GET does: %s',
    async (path) => {
      const user = await here.logIn()
      const [get, head] = [await user.get(path), await user.ask(path, { method: 'HEAD' })]
      expect([head.status, head.body]).toEqual([get.status, ''])
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    },
  )

  test('bodies other than the login form: 16 KiB at most', async () => {
    const user = await here.logIn()
    const csrf = user.jar.get('csrf') ?? ''
    expect((await user.post('/session/timeout', { csrf, timeout: '60', x: 'x'.repeat(17_000) })).status).toBe(
      413,
    )
    expect((await user.post('/session/timeout', { csrf, timeout: '60', x: 'x'.repeat(15_000) })).status).toBe(
      204,
    )
  })
})
