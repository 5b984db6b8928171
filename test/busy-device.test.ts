import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startService, type TestService } from './support/service.ts'
import { until } from './support/until.ts'

const UNREACHABLE = 'Unable to reach the device. Please try again later.'

let here: TestService
beforeEach(async () => {
  here = await startService()
})
afterEach(() => here[Symbol.asyncDispose]())

describe('more logins than the device can take', () => {
  test('B7 only the allowed number of logins is at the device, a bounded number waits, and the rest are answered at once', async () => {
    await here[Symbol.asyncDispose]()
    here = await startService({ flags: ['--device-concurrency', '2'] })
    here.demo.faults.set({ kind: 'hang' })
    const answered: Response[] = []
    const surplus = Promise.withResolvers<void>()
    const logins = Array.from({ length: 150 }, async (_, visitor) => {
      answered.push(await here.postLogin({ from: `198.51.100.${visitor}` }))
      if (answered.length === 20) surplus.resolve()
    })
    await surplus.promise
    await until(() => here.demo.journal.open === 2, 'two logins are at the device')
    const [first] = answered
    expect(answered.map(({ status }) => status)).toEqual(Array(20).fill(503))
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await first?.text()).toContain(UNREACHABLE)
    expect(here.log.of('login.busy').at(-1)).toMatchObject({ reason: 'no-room', username: 'admin' })

    await here.demo.goDead()
    await Promise.all(logins)
    expect(answered.slice(20).map(({ status }) => status)).toEqual(Array(130).fill(200))
    expect(here.demo.journal.maxOpen).toBe(2)
  })

  test('D9 a device that was away is asked again by the very next login', async () => {
    await here.demo.goDead()
    expect(await (await here.postLogin()).text()).toContain(UNREACHABLE)
    await here.demo.comeBack()
    expect((await here.postLogin()).status).toBe(303)
  })
})
