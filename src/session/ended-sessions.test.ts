import { afterEach, expect, test } from 'bun:test'
import { faultyStore } from '../../test/support/faulty-store.ts'
import { hours, startSessions } from '../../test/support/sessions.ts'
import { until } from '../../test/support/until.ts'
import { newToken, ServerSecret } from './server-secret.ts'

const roomy = { perOwner: 10, total: 10 }
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

/** Two instances that share one store, its moods, and a secret. */
function twoInstances() {
  const clock = { now: Date.now() }
  const store = faultyStore(() => clock.now)
  const parts = { store, clock, secret: ServerSecret.random() }
  const [here, there] = [startSessions(parts), startSessions(parts)]
  stops.push(() => here.sessions.stop())
  const isUnknownThere = (token: string) =>
    until(
      async () => !(await there.sessions.find(token)),
      'the other instance knows that the session has ended',
    )
  return { store, clock, here, there, isUnknownThere }
}

test('R3 a logout while the store is down is refused here at once, and everywhere after recovery', async () => {
  const { store, here, isUnknownThere } = twoInstances()
  const token = await here.open()
  const session = await here.live(token)

  store.isDown = true
  await here.sessions.close(session, 'logout')
  expect(await here.sessions.find(token)).toBeUndefined()
  expect(here.sessions.hasEnded(session)).toBe(true)

  store.isDown = false
  store.reconnect()
  await isUnknownThere(token)
  expect(await here.sessions.find(token)).toBeUndefined()
})

test('R3 so is one whose token could not be looked up', async () => {
  const { store, here, there, isUnknownThere } = twoInstances()
  const token = await there.open()
  store.isDown = true
  await here.sessions.closeUnseen(token)
  store.isDown = false
  expect(await here.sessions.find(token)).toBeUndefined()
  store.reconnect()
  await isUnknownThere(token)
})

test('R5 a logout that the store lost (another master took over) is repeated, and refused here meanwhile', async () => {
  const { store, here, there, isUnknownThere } = twoInstances()
  const token = await here.open()
  const session = await here.live(token)
  await here.sessions.close(session, 'logout')
  await store.insert(session.record, roomy)

  expect(await here.sessions.find(token)).toBeUndefined()
  expect((await there.live(token)).id).toBe(session.id)
  store.reconnect()
  await isUnknownThere(token)
})

test('R3 a flood of made-up tokens while the store is down brings no real session back', async () => {
  const { store, here, there, isUnknownThere } = twoInstances()
  const [seenHere, endedHere] = [await there.open(), await here.open()]
  await here.live(seenHere)
  const session = await here.live(endedHere)

  store.isDown = true
  await here.sessions.close(session, 'logout')
  await here.sessions.closeUnseen(seenHere)
  for (let count = 0; count < 15_000; count++) await here.sessions.closeUnseen(newToken())
  store.isDown = false
  for (const token of [seenHere, endedHere]) expect(await here.sessions.find(token)).toBeUndefined()
  store.reconnect()
  for (const token of [seenHere, endedHere]) await isUnknownThere(token)
})

test('R3 deletes are repeated a few at a time, the newest first, once for two reconnections at once', async () => {
  const { store, here } = twoInstances()
  const tokens = Array.from({ length: 500 }, newToken)
  const keys = tokens.map((token) => here.secret.storeKey(token))
  store.isDown = true
  for (const token of tokens) await here.sessions.closeUnseen(token)
  store.isDown = false
  store.deletes.length = 0
  store.reconnect()
  store.reconnect()
  await until(() => store.deletes.length >= 500, 'all deletes were repeated')
  expect(store.maxDeletesAtOnce).toBeLessThanOrEqual(20)
  expect(store.deletes).toEqual(keys.toReversed())
})

test('R3 a store that is still down is asked to delete one, not all', async () => {
  const { store, here } = twoInstances()
  store.isDown = true
  for (const token of Array.from({ length: 100 }, newToken)) await here.sessions.closeUnseen(token)
  store.deletes.length = 0
  store.maxDeletesAtOnce = 0
  await until(() => store.deletes.length >= 2, 'two deletes were tried')
  expect(store.maxDeletesAtOnce).toBe(1)
  expect(new Set(store.deletes).size).toBe(2)
})

test('R3 ended sessions are remembered for as long as they could have lived', async () => {
  const { store, clock, here } = twoInstances()
  const token = await here.open()
  const record = await here.record(token)
  await here.sessions.closeUnseen(token)
  clock.now += hours(12) - 1
  await store.insert({ ...record, expiresAt: clock.now + hours(1) }, roomy)
  expect(await here.sessions.find(token)).toBeUndefined()
  expect(here.log.of('session.ended')).toEqual([])
})

test('R3 … and no longer: their deletes are not repeated for ever', async () => {
  const { store, clock, here } = twoInstances()
  await here.sessions.closeUnseen(newToken())
  clock.now += hours(12)
  const recent = newToken()
  await here.sessions.closeUnseen(recent)
  store.deletes.length = 0
  store.reconnect()
  await until(() => store.deletes.length > 0, 'a delete was repeated')
  expect(store.deletes).toEqual([here.secret.storeKey(recent)])
})
