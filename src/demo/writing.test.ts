import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { ask, type Question } from '../../test/support/device/client.ts'
import { type DemoDevice, startDemoDevice } from './demo-device.ts'

const web = '/restconf/data/infix-services:web'
const hostname = '/restconf/data/ietf-system:system/hostname'

describe('changing the demo device', () => {
  let device: DemoDevice
  beforeAll(async () => {
    device = await startDemoDevice()
  })
  afterEach(() => device.datastore.reset())
  afterAll(() => device.stop())
  const change = async (method: string, path: string, body: unknown, more: Question = {}) =>
    (await ask(device, path, { method, body, ...more })).status
  const read = async (path: string) => JSON.parse((await ask(device, path)).body)

  test('PATCH of one shortcut leaves the rest of the services as they are', async () => {
    expect(await change('PATCH', web, { 'infix-services:web': { console: { enabled: false } } })).toBe(204)
    expect((await read(web))['infix-services:web']).toMatchObject({
      enabled: true,
      console: { enabled: false },
      netbrowse: { enabled: true },
    })
  })

  test('PUT replaces what was there', async () => {
    expect(await change('PUT', web, { 'infix-services:web': { netbrowse: { enabled: true } } })).toBe(204)
    expect((await read(web))['infix-services:web']).toEqual({
      console: {},
      netbrowse: { enabled: true },
      restconf: {},
    })
  })

  test('a shortcut and the host name can be changed by themselves', async () => {
    const off = { 'infix-services:netbrowse': { enabled: false } }
    expect(await change('PATCH', `${web}/netbrowse`, off)).toBe(204)
    expect((await read(web))['infix-services:web'].netbrowse).toEqual({ enabled: false })
    expect(await change('PUT', hostname, { 'ietf-system:hostname': 'pier-9' })).toBe(204)
    expect(await read(hostname)).toEqual({ 'ietf-system:system': { hostname: 'pier-9' } })
  })

  test('DELETE of a switch leaves it unset', async () => {
    expect(await change('DELETE', `${web}/console/enabled`, undefined)).toBe(204)
    expect((await ask(device, `${web}/console/enabled`)).status).toBe(404)
  })

  test('a limited account may change nothing: 403', async () => {
    const login = { login: 'guest:guest' }
    expect(await change('PATCH', web, { 'infix-services:web': { console: { enabled: false } } }, login)).toBe(
      403,
    )
    expect(await change('PUT', hostname, { 'ietf-system:hostname': 'mine' }, login)).toBe(403)
    expect(await read(hostname)).toEqual({ 'ietf-system:system': { hostname: 'quay-7' } })
  })

  test('values of another type, unknown nodes and bodies about something else are 400', async () => {
    const bodies = [
      { 'infix-services:web': { console: { enabled: 'true' } } },
      { 'infix-services:web': { telnet: { enabled: true } } },
      { 'infix-services:console': { enabled: true } },
      { console: { enabled: true } },
      [],
    ]
    for (const body of bodies) expect(await change('PATCH', web, body)).toBe(400)
  })

  test('state cannot be written', async () => {
    const state = '/restconf/data/ietf-system:system-state/platform/machine'
    expect(await change('PUT', state, { 'ietf-system:machine': 'abacus' })).toBe(405)
  })
})
