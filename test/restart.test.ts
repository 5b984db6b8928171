import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startTestDevice, type TestDevice } from './support/device/test-device.ts'
import { startRedis } from './support/redis.ts'
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts'
import { sharedStore } from './support/shared-store.ts'
import { temporaryFolder } from './support/temporary-file.ts'
import { logInAt, logOutAt, look, type Visitor } from './support/visitor.ts'

const USERS = 200
let device: TestDevice
let redis: Awaited<ReturnType<typeof startRedis>>
beforeAll(async () => {
  device = await startTestDevice()
  for (let number = 0; number < USERS; number++) device.accounts.add(`user${number}`, `user${number}`)
  redis = await startRedis()
})
afterAll(async () => {
  await redis.stop()
  await device.stop()
})

const stores = {
  sqlite: () => `sqlite:${join(temporaryFolder(), 'sessions.db')}`,
  redis: () => redis.url,
} as const

test.each(['sqlite', 'redis'] as const)(
  'R7 R5 %s: the service is killed in the middle of 1 000 logins; each cookie handed out works after the restart, each logout answered stays out',
  async (kind) => {
    const flags = sharedStore(stores[kind]())
    await using first = await startServiceProcess({ device, flags })
    const { done } = await comeAndGo(first, 1_000)
    first.kill('SIGKILL')
    await first.exited
    const { loggedIn, loggedOut } = await done
    expect(loggedIn.length).toBeGreaterThan(50)
    expect(loggedOut.length).toBeGreaterThan(50)

    await using second = await startServiceProcess({ device, flags })
    for (const visitor of loggedIn) {
      expect(await look(second.url, visitor)).toEqual({ kind: 'known', username: visitor.username })
    }
    for (const visitor of loggedOut) expect(await look(second.url, visitor)).toEqual({ kind: 'stranger' })
    second.kill('SIGTERM')
    expect(await second.exited).toBe(0)
  },
)

test('R7 memory: after a kill and a restart users log in again without a 500', async () => {
  await using first = await startServiceProcess({ device })
  const visitor = await logInAt(first.url, 'admin')
  first.kill('SIGKILL')
  await first.exited
  await using second = await startServiceProcess({ device })
  expect(visitor && (await look(second.url, visitor))).toEqual({ kind: 'stranger' })
  expect(await logInAt(second.url, 'admin')).toBeDefined()
})

/**
 * Eight visitors log in again and again, every other one out again, until the service is gone. Resolves, when half of
 * the logins are made, to what the rest will come to: whom an answer told that they are in, and whom that they are out.
 */
async function comeAndGo({ url }: ServiceProcess, logins: number) {
  const loggedIn = new Set<Visitor>()
  const loggedOut: Visitor[] = []
  const halfway = Promise.withResolvers<void>()
  let next = 0

  async function comeAndMaybeGo(number: number): Promise<boolean> {
    const visitor = await logInAt(url, `user${number % USERS}`)
    if (!visitor) return false
    loggedIn.add(visitor)
    if (number % 2 === 0) return true
    // Whose logout is not answered may be in or out.
    loggedIn.delete(visitor)
    if (await logOutAt(url, visitor)) loggedOut.push(visitor)
    return true
  }
  async function oneAfterAnother(): Promise<void> {
    while (next < logins && (await comeAndMaybeGo(next++))) if (next >= logins / 2) halfway.resolve()
  }
  const all = Promise.all(Array.from({ length: 8 }, oneAfterAnother))
  await halfway.promise
  return { done: all.then(() => ({ loggedIn: [...loggedIn], loggedOut })) }
}
