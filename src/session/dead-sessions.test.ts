import { expect, test } from 'bun:test'
import { type MoodyStore, moodyStore } from '../../test/support/moody-store.ts'
import { eventually } from '../../test/support/redis.ts'
import { hours, startSessions } from '../../test/support/sessions.ts'
import { ServerSecret } from './server-secret.ts'
import { newToken, storeKey } from './token.ts'

/** Two instances that share one store, its moods, and a secret. */
function twoInstances() {
  const clock = { now: Date.now() }
  const store = moodyStore(() => clock.now)
  const parts = { store, clock, secret: ServerSecret.random() }
  return { store, clock, here: startSessions(parts), there: startSessions(parts) }
}

const deletesOf = ({ deletes }: MoodyStore, token: string) =>
  deletes.filter((key) => key === storeKey(token)).length

test('R3 a logout while the store is down is refused here at once, and everywhere after recovery', async () => {
  const { store, here, there } = twoInstances()
  const token = await here.open()
  const session = await here.sessions.find(token)
  if (!session) throw new Error('the session is not alive')

  store.isDown = true
  await here.sessions.close(session, 'logout')
  expect(await here.sessions.find(token)).toBeUndefined()
  expect(here.sessions.hasEnded(session)).toBe(true)

  store.isDown = false
  store.reconnect()
  await eventually(async () => (await there.sessions.find(token)) === undefined)
  expect(await here.sessions.find(token)).toBeUndefined()
})

test('R3 so is one whose token could not be looked up', async () => {
  const { store, here, there } = twoInstances()
  const token = await there.open()
  store.isDown = true
  await here.sessions.closeUnseen(token)
  store.isDown = false
  expect(await here.sessions.find(token)).toBeUndefined()
  store.reconnect()
  await eventually(async () => (await there.sessions.find(token)) === undefined)
})

test('R5 a store that forgets a logout (another master took over) is told again, and nobody gets in meanwhile', async () => {
  const { store, here, there } = twoInstances()
  const token = await here.open()
  const session = await here.sessions.find(token)
  if (!session) throw new Error('the session is not alive')
  await here.sessions.close(session, 'logout')
  await store.insert(session.record, { perOwner: 10, total: 10 })

  expect(await here.sessions.find(token)).toBeUndefined()
  expect((await there.sessions.find(token))?.id).toBe(session.id)
  store.reconnect()
  await eventually(async () => (await there.sessions.find(token)) === undefined)
})

test('R3 a flood of made-up tokens while the store is down brings no real session back', async () => {
  const { store, here, there } = twoInstances()
  const [seenHere, endedHere] = [await there.open(), await here.open()]
  await here.sessions.find(seenHere)
  const session = await here.sessions.find(endedHere)
  if (!session) throw new Error('the session is not alive')

  store.isDown = true
  await here.sessions.close(session, 'logout')
  await here.sessions.closeUnseen(seenHere)
  for (let count = 0; count < 15_000; count++) await here.sessions.closeUnseen(newToken())
  store.isDown = false
  for (const token of [seenHere, endedHere]) expect(await here.sessions.find(token)).toBeUndefined()
  store.reconnect()
  await eventually(async () => (await there.sessions.find(seenHere)) === undefined)
  await eventually(async () => (await there.sessions.find(endedHere)) === undefined)
  await Promise.all([here, there].map(({ sessions }) => sessions.stop()))
})

test('R3 deletes are repeated a few at a time, once for both connections that come back', async () => {
  const { store, here } = twoInstances()
  const tokens = Array.from({ length: 500 }, newToken)
  store.isDown = true
  for (const token of tokens) await here.sessions.closeUnseen(token)
  store.isDown = false
  store.deletes.length = 0
  store.reconnect()
  store.reconnect()
  await eventually(() => store.deletes.length >= 500)
  expect(store.mostDeletesAtOnce).toBeLessThanOrEqual(20)
  expect(tokens.every((token) => deletesOf(store, token) === 1)).toBe(true)
})

test('R3 a store that is still down is asked to delete one, not all', async () => {
  const { store, here } = twoInstances()
  store.isDown = true
  for (const token of Array.from({ length: 100 }, newToken)) await here.sessions.closeUnseen(token)
  store.deletes.length = 0
  store.mostDeletesAtOnce = 0
  await eventually(() => store.deletes.length >= 2)
  expect(store.mostDeletesAtOnce).toBe(1)
  await here.sessions.stop()
})

test('R3 the dead are remembered for as long as their sessions could have lived', async () => {
  const { store, clock, here } = twoInstances()
  const token = await here.open()
  const record = await store.find(storeKey(token))
  await here.sessions.closeUnseen(token)
  if (!record) throw new Error('there is no such record')
  clock.now += hours(12) - 1
  await store.insert({ ...record, expiresAt: clock.now + hours(1) }, { perOwner: 10, total: 10 })
  expect(await here.sessions.find(token)).toBeUndefined()
  expect(here.log.of('session.ended')).toEqual([])
})
