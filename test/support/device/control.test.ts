import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { until } from '../until.ts'
import { ask } from './client.ts'
import { startTestDevice, type TestDevice } from './test-device.ts'

const web = '/restconf/data/infix-services:web'

describe('the control door of the demo device', () => {
  let device: TestDevice
  beforeAll(async () => {
    device = await startTestDevice({ control: true })
  })
  afterEach(() => ask(device, '/demo/everything', { method: 'DELETE' }))
  afterAll(() => device.stop())
  const put = (what: string, body: unknown) => ask(device, `/demo/${what}`, { method: 'PUT', body })

  test('is closed unless an option opens it', async () => {
    const closed = await startTestDevice()
    expect((await ask(closed, '/demo/journal')).status).toBe(404)
    await closed.stop()
  })

  test('sets and removes faults', async () => {
    const fault = { fault: { kind: 'status', status: 418 }, on: { resource: 'infix-services:web' } }
    expect((await put('faults', [fault])).status).toBe(204)
    expect((await ask(device, web)).status).toBe(418)
    expect(JSON.parse((await ask(device, '/demo/faults')).body)).toEqual([fault])
    await ask(device, '/demo/faults', { method: 'DELETE' })
    expect((await ask(device, web)).status).toBe(200)
  })

  test('says what is wrong with a fault and keeps those that were set', async () => {
    await put('faults', [{ fault: { kind: 'html' } }])
    for (const wrong of [[{ fault: { kind: 'tired' } }], { kind: 'hang' }, [{ fault: { kind: 'slow' } }]])
      expect((await put('faults', wrong)).status).toBe(400)
    expect(device.faults.list).toHaveLength(1)
  })

  test('replaces the accounts, and brings the demo accounts back', async () => {
    await put('accounts', [{ name: 'kim', password: 'k', access: 'limited' }])
    expect((await ask(device, web, { login: 'kim:k' })).status).toBe(200)
    expect((await ask(device, web)).status).toBe(401)
    await ask(device, '/demo/accounts', { method: 'DELETE' })
    expect((await ask(device, web)).status).toBe(200)
  })

  test('shows the journal without passwords and without its own requests', async () => {
    await ask(device, web, { login: 'admin:geheim' })
    const { body } = await ask(device, '/demo/journal')
    expect(JSON.parse(body)).toMatchObject({ entries: [{ username: 'admin', status: 401 }], maxOpen: 1 })
    expect(body).not.toContain(btoa('admin:geheim'))
  })

  test('is dead for a while and comes back by itself', async () => {
    const lives = () =>
      ask(device, web).then(
        () => true,
        () => false,
      )
    expect((await put('dead', { ms: 100 })).status).toBe(204)
    await until(async () => !(await lives()), 'the device is dead')
    await until(lives, 'the device is back')
    expect((await ask(device, web)).status).toBe(200)
  })

  test('refuses requests of web pages', async () => {
    const hostile = [
      { origin: 'http://127.0.0.1:8080' },
      { 'sec-fetch-site': 'same-origin' },
      { host: 'rebound.example' },
    ]
    for (const headers of hostile) expect((await ask(device, '/demo/journal', { headers })).status).toBe(403)
  })
})
