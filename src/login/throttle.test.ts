import { beforeEach, describe, expect, test } from 'bun:test'
import type { Outcome } from './counters/counters.ts'
import { memoryCounters } from './counters/memory.ts'
import { type Admission, type Caller, LoginThrottle } from './throttle.ts'

const limit = { count: 10, windowMs: 60_000 }
const inAHurry = AbortSignal.abort()
const patient = new AbortController().signal

let clock: { now: number }
let throttle: LoginThrottle

beforeEach(() => {
  clock = { now: 1_000_000 }
  throttle = new LoginThrottle({ counters: memoryCounters(() => clock.now), limit, hash: (text) => text })
})

async function attempt(outcome: Outcome, address: string, caller: Partial<Caller> = {}): Promise<Admission> {
  const admission = await throttle.admit({ address, username: 'victim', ...caller }, inAHurry)
  if (admission.kind === 'admitted') await admission.settle(outcome)
  return admission
}

async function attempts(times: number, outcome: Outcome, address: string, caller?: Partial<Caller>) {
  const kinds: string[] = []
  for (let time = 0; time < times; time++) kinds.push((await attempt(outcome, address, caller)).kind)
  return kinds
}

const times = (count: number, kind: string) => Array<string>(count).fill(kind)
const delayOf = (admission: Admission) => (admission.kind === 'admitted' ? admission.delayMs : undefined)

describe('by source address', () => {
  test('12.3 B1 nine guesses a minute for a day: some forty an hour reach the device, not five hundred', async () => {
    let admitted = 0
    for (let minute = 0; minute < 24 * 60; minute++) {
      const kinds = await attempts(9, 'rejected', '192.0.2.1')
      admitted += kinds.filter((kind) => kind === 'admitted').length
      clock.now += 60_000
    }
    expect(admitted).toBeLessThan(24 * 40)
    expect(admitted).toBeGreaterThan(24 * 30)
  })

  test('a hundred good logins at once from one address all get in, a few at a time', async () => {
    let running = 0
    let most = 0
    const logIn = async () => {
      const admission = await throttle.admit({ address: '192.0.2.1', username: 'user' }, patient)
      if (admission.kind !== 'admitted') return `${admission.kind}`
      most = Math.max(most, ++running)
      await Bun.sleep(0)
      running--
      await admission.settle('accepted')
      return 'in'
    }
    expect(await Promise.all(Array.from({ length: 100 }, logIn))).toEqual(times(100, 'in'))
    expect(most).toBe(10)
  })

  test('attempts that wait for a slot learn soon that there will be none', async () => {
    const admissions = Array.from({ length: 100 }, () =>
      throttle.admit({ address: '192.0.2.1', username: 'victim' }, patient),
    )
    for (const admission of await Promise.all(admissions.slice(0, 10))) {
      if (admission.kind === 'admitted') await admission.settle('rejected')
    }
    const rest = await Promise.all(admissions.slice(10))
    expect(rest.map(({ kind }) => `${kind}`)).toEqual(times(90, 'throttled'))
  })

  test('not more wait for a slot than there is room for', async () => {
    const admissions = Array.from({ length: 139 }, () =>
      throttle.admit({ address: '192.0.2.1', username: 'victim' }, patient),
    )
    expect((await admissions[138])?.kind).toBe('no-room')
  })

  test('a slot that another instance has freed is found without being called', async () => {
    const counters = memoryCounters(() => clock.now)
    const instance = { counters, limit, hash: (text: string) => text, lookAgainMs: 1 }
    const [here, there] = [new LoginThrottle(instance), new LoginThrottle(instance)]
    const caller = { address: '192.0.2.1', username: 'user' }
    const taken = await Promise.all(times(10, '').map(() => there.admit(caller, patient)))
    const waits = here.admit(caller, patient)
    for (const admission of taken) if (admission?.kind === 'admitted') await admission.settle('accepted')
    expect((await waits)?.kind).toBe('admitted')
  })
})

describe('by user name', () => {
  async function attackFrom(addresses: number, username = 'victim'): Promise<void> {
    for (let address = 0; address < addresses; address++)
      await attempt('rejected', `198.51.100.${address}`, { username })
  }

  test('B2 a name that is being guessed answers slower, up to two seconds, and never not at all', async () => {
    const delays: (number | undefined)[] = []
    for (let address = 0; address < 200; address++) {
      delays.push(delayOf(await attempt('rejected', `198.51.100.${address}`)))
    }
    expect(delays.slice(0, 15)).toEqual([...Array<number>(10).fill(0), 250, 500, 1_000, 2_000, 2_000])
    expect(Math.max(...delays.map((delay) => delay ?? Number.NaN))).toBe(2_000)
  })

  test('B2 after a quiet minute it is forgotten', async () => {
    await attackFrom(20)
    clock.now += 60_000
    expect(delayOf(await attempt('undecided', '192.0.2.1'))).toBe(0)
  })

  test('12.3 a name is still guessed slowly after thirty failures in an hour, however far apart they are', async () => {
    for (let guess = 0; guess < 31; guess++) {
      await attempt('rejected', `198.51.100.${guess}`)
      clock.now += 90_000
    }
    expect(delayOf(await attempt('undecided', '192.0.2.1'))).toBe(500)
    clock.now += 3_600_000
    expect(delayOf(await attempt('undecided', '192.0.2.1'))).toBe(0)
  })

  test('12.3 guesses at once from many addresses are delayed one after another', async () => {
    const admissions = await Promise.all(
      Array.from({ length: 15 }, (_, from) =>
        throttle.admit({ address: `198.51.100.${from}`, username: 'victim' }, inAHurry),
      ),
    )
    expect(admissions.map(delayOf)).toEqual([...Array<number>(10).fill(0), 250, 500, 1_000, 2_000, 2_000])
  })
})
