import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { parseSetCookie, setCookieOf } from './support/cookie-jar.ts'
import { startRedis } from './support/redis.ts'
import { type Attempt, startService, type TestService } from './support/service.ts'
import { sharedStore } from './support/shared-store.ts'

const HOUR_MS = 3_600_000

let here: TestService
beforeEach(async () => {
  here = await startService()
})
afterEach(() => here[Symbol.asyncDispose]())

const statusOf = async (attempt: Attempt, at = here) => (await at.postLogin(attempt)).status

async function statuses(times: number, attempt: Attempt): Promise<number[]> {
  const found: number[] = []
  for (let time = 0; time < times; time++) found.push(await statusOf(attempt))
  return found
}

/** The `known` cookie that a login from this address leaves, as a request brings it back. */
async function knownAs(username = 'admin', from = '203.0.113.1', headers = {}, at = here): Promise<string> {
  const answer = await at.postLogin({ username, password: username, from, headers })
  const cookie = setCookieOf(answer.headers.getSetCookie(), 'known')
  if (!cookie) throw new Error(`no cookie: ${answer.status}`)
  return `known=${cookie.value}`
}

const guess = (from: string, more: Attempt = {}): Attempt => ({ from, password: 'guess', ...more })

describe('12.2 B8 a browser that a user has logged in from before', () => {
  test.each([
    ['behind the same NAT', '192.0.2.1', '192.0.2.1'],
    ['at the same address in the same zone', 'fe80::1%eth0', 'fe80::1%eth0'],
  ])('gets in while a guesser %s is turned away', async (_, guesser, own) => {
    const Cookie = await knownAs()
    await statuses(10, guess(guesser))
    expect(await statusOf({ from: own })).toBe(429)
    expect(await statusOf({ from: own, headers: { Cookie } })).toBe(303)
  })

  test('gets in while a guesser has used up the attempts of its /64', async () => {
    const Cookie = await knownAs()
    for (let host = 1; host <= 40; host++) await statusOf(guess(`2001:db8:1:2::${host}`))
    expect(await statusOf({ from: '2001:db8:1:2::ffff' })).toBe(429)
    expect(await statusOf({ from: '2001:db8:1:2::ffff', headers: { Cookie } })).toBe(303)
    expect(await statusOf({ from: '2001:db8:1:3::1' })).toBe(303)
  })

  test('gets in all day beside a stranger who goes on guessing from the same address', async () => {
    const Cookie = await knownAs()
    const found: number[] = []
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      await statuses(10, guess('192.0.2.1'))
      found.push(await statusOf({ from: '192.0.2.1', headers: { Cookie } }))
      here.clock.advance(10 * 60_000)
    }
    expect(found).toEqual(Array(144).fill(303))
    await statuses(10, guess('192.0.2.1'))
    expect(await statusOf({ from: '192.0.2.1' })).toBe(429)
  }, 180_000)

  test('is not delayed while its user’s password is guessed from everywhere', async () => {
    const Cookie = await knownAs()
    for (let from = 0; from < 50; from++) await statusOf(guess(`198.51.100.${from}`))
    here.pauses.length = 0
    expect(await statusOf({ from: '192.0.2.77', headers: { Cookie } })).toBe(303)
    expect(here.pauses).toEqual([])
  })

  test('has ten failures of its own, which do not count for its address; then it is as unknown as any', async () => {
    const Cookie = await knownAs()
    const own = guess('192.0.2.1', { headers: { Cookie } })
    expect(await statuses(10, own)).toEqual(Array(10).fill(200))
    expect(await statuses(11, own)).toEqual([...Array(10).fill(200), 429])
    here.clock.advance(24 * HOUR_MS)
    await statuses(10, guess('192.0.2.1'))
    expect(await statusOf({ from: '192.0.2.1', headers: { Cookie } })).toBe(429)
  })

  test('has ten failures again after a login', async () => {
    const first = await knownAs()
    await statuses(9, guess('192.0.2.1', { headers: { Cookie: first } }))
    const Cookie = await knownAs('admin', '192.0.2.1', { Cookie: first })
    await statuses(10, guess('192.0.2.1'))
    expect(await statuses(9, guess('192.0.2.1', { headers: { Cookie } }))).toEqual(Array(9).fill(200))
    expect(await statusOf({ from: '192.0.2.1', headers: { Cookie } })).toBe(303)
  })

  test('is known as that user only, so that a user cannot guess the passwords of others with it', async () => {
    const Cookie = await knownAs('guest')
    await statuses(10, guess('192.0.2.1'))
    expect(await statusOf(guess('192.0.2.1', { headers: { Cookie } }))).toBe(429)
    expect(
      await statusOf({ from: '192.0.2.1', username: 'guest', password: 'guest', headers: { Cookie } }),
    ).toBe(303)
  })

  test('is known for several users, and unknown with two cookies that differ', async () => {
    const guest = await knownAs('guest')
    const Cookie = await knownAs('admin', '203.0.113.1', { Cookie: guest })
    await statuses(10, guess('192.0.2.1'))
    const good = { from: '192.0.2.1', username: 'guest', password: 'guest' }
    expect(await statusOf({ ...good, headers: { Cookie: `${Cookie}; known=tossed` } })).toBe(429)
    expect(await statusOf({ ...good, headers: { Cookie } })).toBe(303)
  })

  test('stays known after a logout, and by another instance that shares secret and store', async () => {
    await using redis = await redisForTests()
    await using one = await startService({ flags: [...redis.flags] })
    await using other = await startService({ flags: [...redis.flags] })
    const Cookie = await knownAs('admin', '203.0.113.1', {}, one)
    for (let time = 0; time < 10; time++) await one.postLogin(guess('192.0.2.1'))
    expect(await statusOf({ from: '192.0.2.1' }, other)).toBe(429)
    expect(await statusOf({ from: '192.0.2.1', headers: { Cookie } }, other)).toBe(303)
  })
})

describe('12.2 the cookie `known`', () => {
  test.each([
    [false, { from: '192.0.2.1' }],
    [true, { from: '127.0.0.1', headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' } }],
  ])(
    'is HttpOnly, Strict, for /login, for 90 days; Secure on a secure request (%p)',
    async (isSecure, attempt) => {
      const lines = (await here.postLogin(attempt)).headers.getSetCookie()
      const line = lines.find((each) => each.startsWith('known='))
      expect(parseSetCookie(line ?? '').attributes).toEqual({
        path: '/login',
        'max-age': '7776000',
        httponly: true,
        samesite: 'Strict',
        ...(isSecure && { secure: true }),
      })
    },
  )

  test('is set by a login only', async () => {
    for (const attempt of [
      { password: 'guess' },
      { username: '' },
      { headers: { 'X-CSRF-Token': 'wrong' } },
    ]) {
      expect((await here.postLogin(attempt)).headers.getSetCookie()).toEqual([])
    }
  })

  test('does not tell who logged in', async () => {
    const [one, other] = [await knownAs('admin'), await knownAs('admin')]
    expect(one).not.toBe(other)
    expect(one).not.toContain('admin')
  })
})

async function redisForTests() {
  const redis = await startRedis()
  return { flags: sharedStore(redis.url), [Symbol.asyncDispose]: () => redis.stop() }
}
