import { describe, expect, test } from 'bun:test'
import type { Answer, Browser } from './support/browser.ts'
import { signedIn } from './support/signed-in.ts'

const minutes = (count: number) => count * 60_000

describe('limits of a session', () => {
  test('S5 idle limit 30 min: used every 29 minutes it lives, unused for 30 it is over', async () => {
    await using both = await signedIn()
    for (let n = 0; n < 5; n++) {
      both.here.clock.advance(minutes(29))
      expect((await both.user.get('/')).status).toBe(200)
    }
    both.here.clock.advance(minutes(30))
    expect((await both.user.get('/')).status).toBe(303)
  })

  test('S6 absolute limit 12 h, however busy', async () => {
    await using both = await signedIn()
    for (let n = 0; n < 12 * 4 - 1; n++) {
      both.here.clock.advance(minutes(15))
      expect((await both.user.get('/')).status).toBe(200)
    }
    both.here.clock.advance(minutes(15))
    expect((await both.user.get('/')).status).toBe(303)
  })

  test.each([
    ['marked X-Portico-Poll: 1', (user: Browser) => user.get('/interfaces/table', { 'X-Portico-Poll': '1' })],
    ['GET /session', (user: Browser) => user.get('/session')],
    ['GET /auth/console', (user: Browser) => user.get('/auth/console')],
    [
      'cross-site',
      (user: Browser) => user.get('/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' }),
    ],
  ])(
    'S5 only the user’s own requests extend: not those %s',
    async (_, ask: (user: Browser) => Promise<Answer>) => {
      await using both = await signedIn()
      for (let n = 0; n < 3; n++) {
        both.here.clock.advance(minutes(9))
        expect((await ask(both.user)).status).toBeLessThan(300)
      }
      both.here.clock.advance(minutes(3))
      expect((await both.user.get('/')).status).toBe(303)
    },
  )

  test('"last seen" is written at most once per minute', async () => {
    await using both = await signedIn()
    const lastSeen = async () => JSON.parse((await both.user.get('/session')).body).lastSeenAt
    both.here.clock.advance(59_000)
    await both.user.get('/')
    expect(await lastSeen()).toBe('2026-03-01T08:00:00.000Z')
    both.here.clock.advance(1_000)
    await both.user.get('/')
    expect(await lastSeen()).toBe('2026-03-01T08:01:00.000Z')
  })

  test('… or tenth of the idle limit, whichever is shorter', async () => {
    await using both = await signedIn('admin', ['--idle-timeout', '20s'])
    for (let n = 0; n < 10; n++) {
      both.here.clock.advance(19_000)
      expect((await both.user.get('/')).status).toBe(200)
    }
  })

  test('S8 at most 10 sessions a user: the oldest ends', async () => {
    await using both = await signedIn()
    const others = []
    for (let n = 0; n < 10; n++) {
      both.here.clock.advance(1)
      const other = both.here.browser()
      await other.logIn()
      others.push(other)
    }
    expect(await both.user.isSignedIn()).toBe(false)
    for (const other of others) expect(await other.isSignedIn()).toBe(true)
  })

  test('S8 so many in all, then session creation fails: 500, as specified', async () => {
    await using both = await signedIn('admin', ['--max-sessions', '2'])
    expect((await both.here.browser().logIn('guest')).status).toBe(303)
    const answer = await both.here.browser().logIn('noread')
    expect([answer.status, answer.body]).toEqual([500, 'Internal server error'])
    expect(await both.user.isSignedIn()).toBe(true)
  })
})

describe('GET /sessions and its changes', () => {
  test('the user’s own sessions, and nobody else’s', async () => {
    await using both = await signedIn()
    await both.here.browser().logIn('guest')
    const other = both.here.browser()
    await other.logIn()
    const { body } = await both.user.get('/sessions')
    expect(body.match(/name="id" value="/g)).toHaveLength(1)
    expect(body).toContain((await other.session()).id)
  })

  test('POST /sessions/revoke: 303 to /sessions, and that session is over', async () => {
    await using both = await signedIn()
    const other = both.here.browser()
    await other.logIn()
    const { id } = await other.session()
    const { status, headers } = await revoke(both.user, id)
    expect([status, headers.get('location')]).toEqual([303, '/sessions'])
    expect(await other.isSignedIn()).toBe(false)
    expect(await both.user.isSignedIn()).toBe(true)
  })

  test('… foreign and unknown ids alike 404', async () => {
    await using both = await signedIn()
    const guest = both.here.browser()
    await guest.logIn('guest')
    const foreign = await revoke(both.user, (await guest.session()).id)
    const unknown = await revoke(both.user, 'AAAAAAAAAAAA')
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(foreign.body).toBe(unknown.body)
    expect(await guest.isSignedIn()).toBe(true)
  })

  test('… ending this one acts as logout', async () => {
    await using both = await signedIn()
    const { status, headers } = await revoke(both.user, (await both.user.session()).id)
    expect([status, headers.get('location'), both.user.jar.get('session')]).toEqual([
      303,
      '/login',
      undefined,
    ])
  })

  test('POST /sessions/revoke-others: 303 to /sessions, and only this one is left', async () => {
    await using both = await signedIn()
    const other = both.here.browser()
    await other.logIn()
    const { status, headers } = await both.user.post('/sessions/revoke-others', {
      csrf: both.user.jar.get('csrf') ?? '',
    })
    expect([status, headers.get('location')]).toEqual([303, '/sessions'])
    expect([await both.user.isSignedIn(), await other.isSignedIn()]).toEqual([true, false])
  })
})

const revoke = (user: Browser, id: string) =>
  user.post('/sessions/revoke', { csrf: user.jar.get('csrf') ?? '', id })
