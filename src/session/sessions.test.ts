import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { faultyStore } from '../../test/support/faulty-store.ts'
import { hours, minutes, startSessions } from '../../test/support/sessions.ts'
import { until } from '../../test/support/until.ts'
import { ServerSecret } from './server-secret.ts'
import { StoreUnavailable } from './session-store.ts'
import { memoryStore } from './stores/memory.ts'

test('S1 ten thousand tokens are distinct, and every position holds every character alike', async () => {
  const { open } = startSessions({ limits: { perUser: 20_000, total: 20_000 } })
  const tokens = await Promise.all(Array.from({ length: 10_000 }, () => open()))
  expect(new Set(tokens).size).toBe(10_000)
  expect(tokens.every((token) => /^[A-Za-z0-9_-]{43}$/.test(token))).toBe(true)
  // The last character carries four bits only. 0.001 over 42 positions of 63 degrees of freedom each: below 135.
  for (let place = 0; place < 42; place++) expect(chiSquare(tokens, place)).toBeLessThan(135)
})

function chiSquare(tokens: readonly string[], place: number): number {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token.charAt(place), (counts.get(token.charAt(place)) ?? 0) + 1)
  const expected = tokens.length / 64
  const seen = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  return seen + (64 - counts.size) * expected
}

test('S5 a session unused for the idle limit is over, and the log says so once', async () => {
  const under = startSessions()
  const token = await under.open()
  under.clock.now += minutes(30) - 1
  await under.live(token)
  under.clock.now += 1
  expect(await under.sessions.find(token)).toBeUndefined()
  expect(await under.sessions.find(token)).toBeUndefined()
  expect(under.log.of('session.ended')).toEqual([
    { because: 'expired', session: expect.any(String), username: 'admin' },
  ])
})

test('L3 a session that expires unused is logged when the store forgets it', async () => {
  const clock = { now: Date.now() }
  const store = memoryStore({ now: () => clock.now, sweepEveryMs: 1 })
  const under = startSessions({ store, clock })
  const { id } = await under.live(await under.open())
  clock.now += minutes(32)
  await until(() => under.log.of('session.ended').length > 0, 'the end was logged')
  expect(await store.count()).toBe(0)
  expect(under.log.of('session.ended')).toEqual([{ because: 'expired', session: id, address: '192.0.2.1' }])
})

test('L3 a session whose end was logged is not logged again when the store forgets it', async () => {
  const clock = { now: Date.now() }
  const inner = memoryStore({ now: () => clock.now, sweepEveryMs: 1 })
  const down = () => Promise.reject(new StoreUnavailable('the store is down'))
  const under = startSessions({ store: { ...inner, delete: down }, clock })
  const [met, left] = [await under.open('met'), await under.open('left')]
  const { id } = await under.live(await under.open('unseen'))
  await under.sessions.close(await under.live(left), 'logout')
  clock.now += minutes(30)
  await under.sessions.find(met)
  clock.now += minutes(2)
  const ends = () => under.log.of('session.ended')
  await until(() => ends().some(({ session }) => session === id), 'the end was logged')
  expect(ends().map(({ because, username }) => [because, username])).toEqual([
    ['logout', 'left'],
    ['expired', 'met'],
    ['expired', undefined],
  ])
  await under.sessions.stop()
})

test('S5 an idle limit that was made shorter stays so, whatever a request that began before writes', async () => {
  const under = startSessions()
  const token = await under.open()
  under.clock.now += minutes(2)
  const before = await under.live(token)
  await under.sessions.setIdleLimit(await under.live(token), minutes(5))
  await under.sessions.touch(before)
  expect((await under.live(token)).idleMs).toBe(minutes(5))
  under.clock.now += minutes(5)
  expect(await under.sessions.find(token)).toBeUndefined()
})

test('S5 S6 limits that were lowered hold for the sessions there are', async () => {
  const before = startSessions()
  const secret = ServerSecret.random()
  const parts = { store: before.store, clock: before.clock, secret }
  const token = await startSessions(parts).open()
  const idle = startSessions({ ...parts, limits: { idleMs: minutes(5) } })
  const old = startSessions({ ...parts, limits: { absoluteMs: minutes(5) } })
  const session = await idle.live(token)
  before.clock.now += minutes(6)
  for (const { sessions } of [idle, old]) {
    expect(await sessions.find(token)).toBeUndefined()
    expect(await sessions.list(session.username)).toEqual([])
  }
})

test('P3 S8 while the secret is replaced, a user’s sessions under the old key are listed and counted', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const before = startSessions({ secret: new ServerSecret([oldKey]), limits: { perUser: 3 } })
  const tokens = [await before.open(), await before.open(), await before.open()]
  before.clock.now += 1

  const secret = new ServerSecret([newKey, oldKey])
  const after = startSessions({ ...before, secret, limits: { perUser: 3 } })
  const newest = await after.open()
  const found = await Promise.all(tokens.map((token) => after.sessions.find(token)))
  expect(found.filter(Boolean)).toHaveLength(2)
  expect(await after.sessions.list('admin')).toHaveLength(3)
  await after.sessions.revokeOthers(await after.live(newest))
  for (const token of tokens) expect(await after.sessions.find(token)).toBeUndefined()
})

test('R1 a login whose answer was lost leaves no session behind', async () => {
  const clock = { now: Date.now() }
  const store = faultyStore(() => clock.now)
  const under = startSessions({ store, clock })
  store.losesAnswers = true
  await expect(under.open()).rejects.toThrow(StoreUnavailable)
  store.losesAnswers = false
  expect(await store.count()).toBe(1)
  store.reconnect()
  await until(async () => (await store.count()) === 0, 'the session was deleted')
})

test('a touch that the store does not receive does not fail the request', async () => {
  const clock = { now: Date.now() }
  const store = faultyStore(() => clock.now)
  const under = startSessions({ store, clock })
  const session = await under.live(await under.open())
  clock.now += minutes(2)
  store.isDown = true
  await under.sessions.touch(session)
  expect(under.log.of('session.touch-failed')).toHaveLength(1)
})

test('R8 an instance whose clock is a day ahead ends no session of the others', async () => {
  const here = startSessions()
  const secret = ServerSecret.random()
  const store = here.store
  const ours = startSessions({ store, secret, clock: here.clock })
  const ahead = startSessions({ store, secret, clock: { now: here.clock.now + hours(24) } })
  const token = await ours.open()
  expect(await ahead.sessions.find(token)).toBeUndefined()
  await ours.live(token)
})

test('R8 a session last seen by a clock that was ahead idles out as others do, once it is used', async () => {
  const here = startSessions()
  const token = await here.open()
  const session = await here.live(token)
  const lastSeenAt = here.clock.now + hours(10)
  await here.store.touch(session.record.key, { lastSeenAt, endsAt: hours(1e6) })
  await here.sessions.touch(await here.live(token))
  here.clock.now += minutes(30)
  expect(await here.sessions.find(token)).toBeUndefined()
})
