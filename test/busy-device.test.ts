import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Doorstep, openDoorstep } from './support/doorstep.ts'
import { until } from './support/until.ts'

const UNREACHABLE = 'Unable to reach the device. Please try again later.'

let door: Doorstep
beforeEach(async () => {
  door = await openDoorstep()
})
afterEach(() => door[Symbol.asyncDispose]())

describe('more logins than the device can take', () => {
  test('B7 no more than allowed are at the device, a bounded number waits, the surplus is told at once', async () => {
    await door[Symbol.asyncDispose]()
    door = await openDoorstep('--device-concurrency', '2')
    door.demo.faults.set({ kind: 'hang' })
    const answered: Response[] = []
    const surplus = Promise.withResolvers<void>()
    const logins = Array.from({ length: 150 }, async (_, visitor) => {
      answered.push(await door.logIn({ from: `198.51.100.${visitor}` }))
      if (answered.length === 20) surplus.resolve()
    })
    await surplus.promise
    await until(() => door.demo.journal.open === 2, 'two logins are at the device')
    const [first] = answered
    expect(answered.map(({ status }) => status)).toEqual(Array(20).fill(503))
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await first?.text()).toContain(UNREACHABLE)
    expect(door.log.of('login.busy').at(-1)).toMatchObject({ reason: 'no-room', username: 'admin' })

    await door.demo.goDead()
    await Promise.all(logins)
    expect(answered.slice(20).map(({ status }) => status)).toEqual(Array(130).fill(200))
    expect(door.demo.journal.maxOpen).toBe(2)
  })

  test('B7 S12 a hundred good logins at once from one address all get in', async () => {
    for (let user = 0; user < 100; user++) door.demo.accounts.add(`user ${user}`, 'secret')
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, user) => door.logIn({ username: `user ${user}`, password: 'secret' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(303))
    const tokens = answers.map((answer) => answer.headers.getSetCookie()[0])
    expect(new Set(tokens).size).toBe(100)
  })

  test('D9 a device that was away is asked again by the very next login', async () => {
    await door.demo.goDead()
    expect(await (await door.logIn()).text()).toContain(UNREACHABLE)
    await door.demo.comeBack()
    expect((await door.logIn()).status).toBe(303)
  })
})
