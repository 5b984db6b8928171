import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ask, talk } from '../../test/support/device/client.ts'
import { everything } from './accounts.ts'
import { type DemoDevice, startDemoDevice } from './demo-device.ts'

const root = '/restconf/'
const denied =
  '{"ietf-restconf:errors":{"error":[{"error-type":"protocol","error-tag":"access-denied","error-message":"Access denied."}]}}'

describe('logging in at the demo device', () => {
  let device: DemoDevice
  beforeAll(async () => {
    device = await startDemoDevice()
  })
  afterAll(() => device.stop())

  test('whatever is wrong with a login, the answer is the same 401', async () => {
    device.accounts.add('sealed', 'right')
    device.accounts.lock('sealed')
    const logins = [
      'admin:wrong',
      'nobody:admin',
      'sealed:right',
      'Admin:admin',
      ' admin:admin',
      'admin:',
      ':admin',
      'x',
    ]
    for (const login of [undefined, ...logins]) {
      const reply = await ask(device, root, { login })
      expect([login, reply.status, reply.body]).toEqual([login, 401, denied])
      expect(reply.headers['content-type']).toBe('application/yang-data+json')
      expect(reply.headers['www-authenticate']).toBeUndefined()
    }
  })

  test('another scheme and what is not base64 are refused like a wrong password', async () => {
    for (const authorization of ['Bearer YWRtaW46YWRtaW4=', 'Basic', 'Basic ***', 'Basic YWRtaW4']) {
      const reply = await ask(device, root, { login: undefined, headers: { authorization } })
      expect([reply.status, reply.body]).toEqual([401, denied])
    }
  })

  test('the scheme may be spelled in any case and the padding may be missing', async () => {
    for (const authorization of ['basic YWRtaW46YWRtaW4=', 'BASIC YWRtaW46YWRtaW4']) {
      const reply = await ask(device, root, { login: undefined, headers: { authorization } })
      expect(reply.status).toBe(200)
    }
  })

  test('passwords are bytes: UTF-8 logs in, the same text in Latin-1 does not', async () => {
    device.accounts.add('asa', 'blåbär: 7 ')
    expect((await ask(device, root, { login: 'asa:blåbär: 7 ' })).status).toBe(200)
    const latin1 = Buffer.from('asa:blåbär: 7 ', 'latin1').toString('base64')
    const reply = await ask(device, root, { login: undefined, headers: { authorization: `Basic ${latin1}` } })
    expect(reply.status).toBe(401)
  })

  test('NUL cuts the password', async () => {
    expect((await ask(device, root, { login: 'admin:admin\0junk' })).status).toBe(200)
  })

  test('200 characters are a password, 5000 never are, 12000 are too long a header', async () => {
    for (const [length, status] of [
      [200, 200],
      [5000, 401],
      [12_000, 400],
    ] as const) {
      device.accounts.add('long', 'p'.repeat(length))
      expect((await ask(device, root, { login: `long:${'p'.repeat(length)}` })).status).toBe(status)
    }
  })

  test('two Authorization headers are a bad request', async () => {
    const line = 'Authorization: Basic YWRtaW46YWRtaW4=\r\n'
    const { heard } = await talk(device, `GET ${root} HTTP/1.1\r\nHost: x\r\n${line}${line}\r\n`)
    expect(heard).toStartWith('HTTP/1.1 400 ')
    expect(heard).toContain('<html>')
  })

  test('an account can be added, given another password, locked, unlocked and removed while the device runs', async () => {
    const status = async (password: string) => (await ask(device, root, { login: `kim:${password}` })).status
    device.accounts.add('kim', 'one', everything)
    expect(await status('one')).toBe(200)
    device.accounts.setPassword('kim', 'two')
    expect([await status('one'), await status('two')]).toEqual([401, 200])
    device.accounts.lock('kim')
    expect(await status('two')).toBe(401)
    device.accounts.unlock('kim')
    expect(await status('two')).toBe(200)
    device.accounts.remove('kim')
    expect(await status('two')).toBe(401)
  })
})
