import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ask, startRedis } from './support/redis.ts'
import { type Attempt, startService, type TestService } from './support/service.ts'
import { sharedStore } from './support/shared-store.ts'

const TOO_MANY = 'Too many attempts. Please try again later.'
const WRONG = 'Invalid username or password.'

let here: TestService
beforeEach(async () => {
  here = await startService()
})
afterEach(() => here[Symbol.asyncDispose]())

async function statuses(times: number, attempt: Attempt = {}): Promise<number[]> {
  const found: number[] = []
  for (let time = 0; time < times; time++) found.push((await here.postLogin(attempt)).status)
  return found
}

const wrong = (attempt: Attempt = {}): Attempt => ({ username: 'victim', password: 'guess', ...attempt })
const statusesOfTwelve = [...Array(10).fill(200), 429, 429]

describe('guessing from one address', () => {
  test('B1 after ten failures there is a 429 with Retry-After and the login page, and no device call', async () => {
    expect(await statuses(10, wrong())).toEqual(Array(10).fill(200))
    here.demo.journal.clear()

    const answer = await here.postLogin(wrong({ username: 'admin', password: 'admin' }))
    const page = await answer.text()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
    expect(page).toContain(TOO_MANY)
    expect(page).toContain('name="password"')
    expect(page).toContain('value="admin"')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(here.demo.journal.entries).toHaveLength(0)
  })

  test('B1 each wait is twice the one before, ten minutes at most', async () => {
    const waits: number[] = []
    for (let round = 0; round < 6; round++) {
      await statuses(10, wrong())
      const wait = Number((await here.postLogin(wrong())).headers.get('retry-after'))
      waits.push(wait)
      here.clock.advance(wait * 1000)
    }
    expect(waits).toEqual([60, 120, 240, 480, 600, 600])
  })

  test('B1 Retry-After is rounded up to a second, and never 0', async () => {
    await statuses(10, wrong())
    here.clock.advance(59_999)
    expect((await here.postLogin(wrong())).headers.get('retry-after')).toBe('1')
    here.clock.advance(1)
    expect((await here.postLogin()).status).toBe(303)
  })

  test('B1 forty guesses at once: no more than ten reach the device', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => here.postLogin(wrong())))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
    expect(here.demo.journal.count({ username: 'victim' })).toBe(10)
  })

  test('B1 the limit is a setting', async () => {
    await using strict = await startService({ flags: ['--login-attempts', '2/10s'] })
    const found: (string | null)[] = []
    for (let time = 0; time < 3; time++)
      found.push((await strict.postLogin(wrong())).headers.get('retry-after'))
    expect(found).toEqual([null, null, '10'])
  })

  test('B1 switched off, no address has to wait', async () => {
    await using open = await startService({ flags: ['--login-attempts', 'off'] })
    for (let time = 0; time < 15; time++) expect((await open.postLogin(wrong())).status).toBe(200)
  })

  test('B1 a window longer than the longest wait stops the start', async () => {
    expect(startService({ flags: ['--login-attempts', '10/11m'] })).rejects.toThrow('longer than 10m')
  })

  test('B4 while one address is turned away, a fresh one logs in', async () => {
    await statuses(12, wrong())
    expect((await here.postLogin({ from: '192.0.2.2' })).status).toBe(303)
  })

  test('B5 a made-up X-Forwarded-For does not escape the limit', async () => {
    const found: number[] = []
    for (let time = 0; time < 12; time++) {
      const headers = { 'X-Forwarded-For': `203.0.113.${time}`, 'X-Real-IP': `203.0.113.${time}` }
      found.push((await here.postLogin(wrong({ headers }))).status)
    }
    expect(found).toEqual(statusesOfTwelve)
  })

  test('B5 behind a trusted proxy it is the right-most hop that counts, whatever stands left of it', async () => {
    const through = (left: string, right: string) =>
      wrong({ from: '127.0.0.1', headers: { 'X-Forwarded-For': `${left}, ${right}` } })
    const found: number[] = []
    for (let time = 0; time < 12; time++)
      found.push((await here.postLogin(through(`203.0.113.${time}`, '198.51.100.7'))).status)
    expect(found).toEqual(statusesOfTwelve)
    expect((await here.postLogin(through('198.51.100.7', '198.51.100.8'))).status).toBe(200)
  })

  test('B6 nine failures, a success and more failures still end in a wait', async () => {
    const found = [...(await statuses(9, wrong())), ...(await statuses(1)), ...(await statuses(3, wrong()))]
    expect(found).toEqual([...Array(9).fill(200), 303, 200, 429, 429])
  })

  test('attempts that the device did not reject are not counted', async () => {
    const undo = here.demo.faults.set({ kind: 'status', status: 500 })
    await statuses(15, wrong())
    undo()
    await statuses(15, { username: '', password: '' })
    await statuses(15, { username: 'a:b' })
    await statuses(15, wrong({ headers: { 'Sec-Fetch-Site': 'cross-site' } }))
    await statuses(15, wrong({ headers: { 'X-CSRF-Token': 'AAAA' } }))
    expect(await statuses(12, wrong())).toEqual(statusesOfTwelve)
  })

  test('an empty field and a name with a colon get their usual errors, while the address waits', async () => {
    await statuses(10, wrong())
    expect(await (await here.postLogin({ username: '' })).text()).toContain(
      'Username and password are required.',
    )
    expect(await (await here.postLogin({ username: 'a:b' })).text()).toContain(WRONG)
  })

  test('the log says which user name was turned away and for how long', async () => {
    await statuses(11, wrong())
    expect(here.log.of('login.throttled').at(-1)).toMatchObject({
      address: '192.0.2.1',
      username: 'victim',
      reason: 'too-many-attempts',
      retryAfterSeconds: 60,
    })
  })
})

describe('guessing one name from many addresses', () => {
  const attack = async (count: number, username = 'admin') => {
    for (let guess = 0; guess < count; guess++)
      await here.postLogin(wrong({ username, from: `198.51.100.${guess}` }))
  }
  const delayOf = async (attempt: Attempt) => {
    here.pauses.length = 0
    const { status } = await here.postLogin(attempt)
    return [status, ...here.pauses.filter((ms) => ms >= 1_000)]
  }

  test('B2 the right password from elsewhere gets in, two seconds later', async () => {
    await attack(200)
    expect(await delayOf({ from: '192.0.2.2' })).toEqual([303, 2_000])
  })

  test('B2 where the user has logged in before, it gets in at once, but not from elsewhere', async () => {
    await here.postLogin()
    await attack(200)
    expect(await delayOf({})).toEqual([303])
    expect(await delayOf({ username: 'Admin ' })).toEqual([200])
    expect(await delayOf({ from: '192.0.2.2' })).toEqual([303, 2_000])
  })

  test('B3 all spellings of a name are one name; the device gets it as it was typed', async () => {
    for (const name of ['victim', 'VICTIM', 'victim ', 'ｖictim']) await attack(4, name)
    expect(await delayOf(wrong({ username: 'Victim' }))).toEqual([200, 2_000])
    const asked = new Set(here.demo.journal.entries.map(({ username }) => username))
    expect([...asked]).toEqual(['victim', 'VICTIM', 'victim ', 'ｖictim', 'Victim'])
  })

  test('behind a unix socket whose proxy names no address only the delay applies', async () => {
    expect(await statuses(20, wrong({ from: null, username: 'admin' }))).toEqual(Array(20).fill(200))
    expect(await delayOf({ from: null })).toEqual([303, 2_000])
  })

  test('E3 neither the wait nor the delay depends on whether the name exists', async () => {
    const tried = async (username: string, from: string) => {
      here.pauses.length = 0
      const found = await statuses(12, { username, password: 'guess', from })
      return { found, delays: here.pauses.map((ms) => Math.round(ms / 1000)) }
    }
    expect(await tried('nobody', '192.0.2.3')).toEqual(await tried('admin', '192.0.2.4'))
  })
})

describe('with the shared store full (`maxmemory` with `noeviction`)', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let full: TestService
  beforeEach(async () => {
    redis = await startRedis()
    full = await startService({ flags: [...sharedStore(redis.url)] })
  })
  afterEach(async () => {
    await full[Symbol.asyncDispose]()
    await redis.stop()
  })
  const fill = () => ask(redis.master, 'config', 'set', 'maxmemory', '1')
  const empty = () => ask(redis.master, 'config', 'set', 'maxmemory', '0')

  test('B1 the eleventh wrong login is 429 all the same, at no more than ten device calls, and the log is short', async () => {
    await fill()
    const answers: Response[] = []
    for (let time = 0; time < 24; time++) answers.push(await full.postLogin(wrong()))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), ...Array(14).fill(429)])
    expect(answers[10]?.headers.get('retry-after')).toBe('60')
    expect(full.demo.journal.count({ username: 'victim' })).toBe(10)
    expect(full.log.of('throttle.alone')).toHaveLength(1)

    await empty()
    full.clock.advance(10_000)
    expect((await full.postLogin({ from: '192.0.2.2' })).status).toBe(303)
    expect(full.log.of('throttle.shared')).toHaveLength(1)
  })

  test('B1 a store that fills up between guesses allows no more than ten new ones', async () => {
    for (let time = 0; time < 5; time++) await full.postLogin(wrong())
    await fill()
    const found: number[] = []
    for (let time = 0; time < 19; time++) found.push((await full.postLogin(wrong())).status)
    expect(found).toEqual([...Array(10).fill(200), ...Array(9).fill(429)])
  })
})
