import { expect, test } from 'bun:test'
import { capturedLog } from '../../test/support/captured-log.ts'
import { fakeUser } from '../../test/support/fake-user.ts'
import { until } from '../../test/support/until.ts'
import { Credentials } from '../device/credentials.ts'
import type { Device } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import { Queue } from '../session/queue.ts'
import { askDevice, TimeLimit } from './ask-device.ts'
import { memoryCounters } from './counters/memory.ts'
import { LoginThrottle } from './throttle.ts'

/** A device that takes its time, and at which two logins have a turn at once. */
function slowDevice({ keptBack = 0, maxWaiting = 8, maxDelayed = 16, pause = async () => {} } = {}) {
  const asked: { readonly username: string; readonly answer: () => void }[] = []
  const unused = () => {
    throw new Error('not used')
  }
  const device: Device = {
    verify: (credentials) =>
      new Promise((resolve, reject) => {
        const { username } = credentials
        const accept = () => resolve({ user: fakeUser(async () => ({}), username), alreadyRead: new Map() })
        const rejection = new DeviceError('rejected', 'status-401')
        asked.push({ username, answer: () => (username === 'flood' ? reject(rejection) : accept()) })
      }),
    as: unused,
    close: unused,
  }
  const parts = {
    device,
    probes: [],
    throttle: new LoginThrottle({
      counters: memoryCounters(() => 1_000_000),
      limit: { count: 10, windowMs: 60_000 },
      hash: (text) => text,
    }),
    turns: new Queue({ atOnce: 2, keptBack, maxWaiting }),
    delays: new Queue({ atOnce: maxDelayed, maxWaiting: 0 }),
    deadlineMs: 60_000,
    pause,
  }
  return {
    async logIn(username: string, address: string, known?: string): Promise<string> {
      const caller = { credentials: new Credentials(username, 'password'), address, known }
      const deadline = new TimeLimit()
      const outcome = await askDevice(parts, {
        ...caller,
        hasLeft: () => false,
        log: capturedLog(),
        deadline,
      })
      deadline.clear()
      return outcome.kind
    },
    asked,
    /** Answers the login that has been at the device for longest, and lets the next one come. */
    async answerOne(): Promise<void> {
      await Bun.sleep(0)
      asked.shift()?.answer()
      await Bun.sleep(0)
    },
    /** Answers one login after another until these are over. */
    async answerAll(logins: readonly Promise<string>[]): Promise<readonly string[]> {
      let isOver = false
      const outcomes = Promise.all(logins).finally(() => {
        isOver = true
      })
      while (!isOver) await this.answerOne()
      return outcomes
    },
  }
}

const networks = Array.from({ length: 10 }, (_, index) => `198.51.100.${index}`)

const floodFrom = (device: ReturnType<typeof slowDevice>) =>
  networks.map((address) => device.logIn('flood', address))

test('12.4 a login from a network without failures goes before those of a flood that has failed before', async () => {
  const device = slowDevice()
  expect(await device.answerAll(floodFrom(device))).toEqual(Array(10).fill('failed'))
  const again = floodFrom(device)
  await Bun.sleep(0)
  const good = device.logIn('admin', '192.0.2.1')
  await device.answerOne()
  // One of the flood still has its turn; this is the very next.
  expect(device.asked.map(({ username }) => username)).toEqual(['flood', 'admin'])
  await device.answerAll([good, ...again])
  expect(await good).toBe('accepted')
})

test('12.4 when such a flood has taken all seats, the login gets one of them', async () => {
  const device = slowDevice()
  await device.answerAll(floodFrom(device))
  const again = floodFrom(device)
  await Bun.sleep(0)
  expect(await device.logIn('flood', networks[0] ?? '')).toBe('no-room')
  const good = device.logIn('admin', '192.0.2.1')
  const outcomes = await device.answerAll([...again, good])
  expect(outcomes.at(-1)).toBe('accepted')
  expect(outcomes.filter((kind) => kind === 'no-room')).toHaveLength(1)
})

test('12.4 known browsers have turns of their own, even when a flood is all new', async () => {
  const device = slowDevice({ keptBack: 1 })
  const flood = floodFrom(device).slice(0, 9)
  await Bun.sleep(0)
  expect(device.asked).toHaveLength(1)
  const good = device.logIn('admin', networks[0] ?? '', 'known browser')
  await Bun.sleep(0)
  expect(device.asked.map(({ username }) => username)).toEqual(['flood', 'admin'])
  await device.answerAll([good, ...flood])
  expect(await good).toBe('accepted')
})

test.each([
  // Ten are not delayed: two are at the device, and eight wait for their turn. Eight more are delayed.
  { what: 'so many are delayed at once', maxWaiting: 20, maxDelayed: 8, told: 12 },
  { what: 'none is delayed for whom there is no room', maxWaiting: 8, maxDelayed: 30, told: 20 },
])('B7 of many logins with one name $what; the others are told at once', async ({ told, ...limits }) => {
  const delay = Promise.withResolvers<void>()
  const device = slowDevice({ ...limits, pause: () => delay.promise })
  const logins = Array.from({ length: 30 }, (_, index) => device.logIn('flood', `198.51.100.${index}`))
  const over: string[] = []
  for (const login of logins) void login.then((kind) => over.push(kind))
  await until(() => over.length === told, `${told} are told`)
  expect(new Set(over)).toEqual(new Set(['no-room']))
  delay.resolve()
  await device.answerAll(logins)
})
