import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Agent, request } from 'node:http'
import { inspect } from 'node:util'
import { ask, basic } from './client.ts'
import { startTestDevice, type TestDevice } from './test-device.ts'

describe('the journal of the demo device', () => {
  let device: TestDevice
  beforeAll(async () => {
    device = await startTestDevice()
  })
  beforeEach(() => device.journal.clear())
  afterAll(() => device.stop())

  test('tells who asked for what and what was answered', async () => {
    await ask(device, '/restconf/data/infix-services:web?x=1', { login: 'åsa:wrong' })
    expect(device.journal.entries).toHaveLength(1)
    expect(device.journal.entries[0]).toMatchObject({
      method: 'GET',
      path: '/restconf/data/infix-services:web?x=1',
      resource: 'infix-services:web',
      username: 'åsa',
      scheme: 'Basic',
      status: 401,
    })
    expect(device.journal.entries[0]?.headerNames).toContain('Authorization')
  })

  test('shows no password, but lets a test look at the bytes that arrived', async () => {
    await ask(device, '/restconf/', { login: 'admin:geheim' })
    const [entry] = device.journal.entries
    expect(entry?.authorization).toBe(`Basic ${btoa('admin:geheim')}`)
    const printed = inspect(entry) + JSON.stringify(entry)
    for (const secret of ['geheim', btoa('admin:geheim')]) expect(printed).not.toContain(secret)
  })

  test('counts by path, resource, user and status', async () => {
    await ask(device, '/restconf/data/infix-services:web')
    await ask(device, '/restconf/data/infix-services:web', { login: 'guest:guest' })
    await ask(device, '/restconf/', { login: 'guest:no' })
    expect(device.journal.count()).toBe(3)
    expect(device.journal.count({ resource: 'infix-services:web' })).toBe(2)
    expect(device.journal.count({ username: 'guest', status: 401 })).toBe(1)
    expect(device.journal.count({ path: '/restconf/', method: 'GET' })).toBe(1)
  })

  test('tells a connection used again from a new one', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const again = () =>
      new Promise((resolve) =>
        request({ port: device.port, path: '/restconf/', agent, headers: basic('admin:admin') }, (response) =>
          response.resume().on('end', resolve),
        ).end(),
      )
    await again()
    await again()
    await ask(device, '/restconf/')
    agent.destroy()
    const [first, second, third] = device.journal.entries.map((entry) => entry.connection)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('knows how many requests were open at once', async () => {
    device.faults.set({ kind: 'slow', ms: 20 })
    await Promise.all([1, 2, 3].map(() => ask(device, '/restconf/')))
    expect([device.journal.maxOpen, device.journal.open]).toEqual([3, 0])
  })
})
