import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  closeScriptedDevices,
  forbidden,
  notFound,
  scriptedDevice,
  unauthorized,
} from '../../../test/support/scripted-device.ts'
import { errorBody, reply, YANG_JSON } from '../../../test/support/wire-device.ts'
import { Credentials } from '../credentials.ts'
import { DeviceError } from '../device-error.ts'
import { basicAuthorization } from './client.ts'

const SYSTEM = 'ietf-system:system'
const admin = new Credentials('admin', 'canary-password')

afterEach(closeScriptedDevices)

test('I5: name and password arrive byte for byte as UTF-8, whatever they contain', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, (username, password) => {
      const credentials = new Credentials(username, password)
      fc.pre(credentials.canTravel)
      const pair = Buffer.from(basicAuthorization(credentials).slice('Basic '.length), 'base64')
      const colon = pair.indexOf(':')
      expect(pair.subarray(0, colon).equals(Buffer.from(username, 'utf8'))).toBe(true)
      expect(pair.subarray(colon + 1).equals(Buffer.from(password, 'utf8'))).toBe(true)
    }),
  )
})

test('the header is one line of ASCII, so nothing typed can add another header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (username, password) => {
      fc.pre(new Credentials(username, password).canTravel)
      expect(basicAuthorization(new Credentials(username, password))).toMatch(/^Basic [A-Za-z0-9+/]*={0,2}$/)
    }),
  )
})

test('a user reads a resource as the JSON it is', async () => {
  const { device, wire } = await scriptedDevice(
    reply(200, 'Application/YANG-Data+JSON; charset=utf-8', '{"a":[1]}'),
  )
  expect(await device.as(admin).get('m:list=a:b/leaf')).toEqual({ a: [1] })
  expect(wire.requests[0]).toStartWith('GET /restconf/data/m:list=a%3Ab/leaf ')
})

test('what a read meets is told by kind', async () => {
  const answers = [
    [unauthorized, 'rejected', 'status-401'],
    [forbidden, 'denied', 'status-403'],
    [notFound, 'absent', 'status-404'],
    [reply(404, YANG_JSON, ''), 'absent', 'status-404'],
    [reply(404, 'application/json', errorBody('invalid-value')), 'absent', 'status-404'],
    [reply(404, 'text/html', '<h1>Not found</h1>'), 'malformed', 'media-type'],
    [reply(502, 'text/html', 'Loading…'), 'dead', 'status-502'],
    [reply(503, 'text/html'), 'dead', 'status-503'],
    [reply(504, 'text/html'), 'dead', 'status-504'],
    [reply(500, 'text/html', 'Oops'), 'malformed', 'status-500'],
    [reply(500, YANG_JSON, errorBody('operation-failed')), 'malformed', 'status-500'],
    [reply(307, 'text/html', '', ['Location: /']), 'malformed', 'redirect'],
    [reply(200, 'text/html', '<html>'), 'malformed', 'media-type'],
    [reply(200, YANG_JSON, '{"a":'), 'malformed', 'bad-json'],
    [reply(200, YANG_JSON, ''), 'malformed', 'bad-json'],
  ] as const
  for (const [answer, kind, code] of answers) {
    const { device, wire } = await scriptedDevice(answer)
    await expect(device.as(admin).get(SYSTEM)).rejects.toMatchObject({ kind, code })
    expect(wire.requests.length).toBe(1)
  }
})

test('400 and 412 in RESTCONF form are answers: absent for what the model lacks, else refused in its words', async () => {
  const unknown = [
    [400, 'unknown-element', 'Unknown element'],
    [400, 'unknown-element', 'No such yang module prefix'],
    [400, 'operation-failed', "Node 'nosuch' is not a child of '/ietf-system:system'"],
    [400, 'operation-failed', "Couldn't find schema node: /nomod:x"],
  ] as const
  for (const [status, tag, words] of unknown) {
    const { device } = await scriptedDevice(reply(status, YANG_JSON, errorBody(tag, words)))
    await expect(device.as(admin).get(SYSTEM)).rejects.toMatchObject({
      kind: 'absent',
      isUnreachable: false,
    })
  }
  const refusals = [
    [400, 'operation-failed', "List '/ietf-interfaces:interfaces/interface' requires 1 keys"],
    [412, 'operation-failed', 'config daemon not running?'],
    [409, 'resource-denied', 'Resource already exists.'],
    [501, 'operation-not-supported', ''],
  ] as const
  for (const [status, tag, words] of refusals) {
    const { device } = await scriptedDevice(reply(status, YANG_JSON, errorBody(tag, words)))
    await expect(device.as(admin).get(SYSTEM)).rejects.toMatchObject({
      kind: 'refused',
      code: `status-${status}`,
      says: words || tag,
      isUnreachable: false,
    })
  }
})

test('a 400 that is not RESTCONF makes no sense, and 503 is a dead device whatever it says', async () => {
  const html = await scriptedDevice(reply(400, 'text/html', '<h1>400</h1>'))
  await expect(html.device.as(admin).get(SYSTEM)).rejects.toMatchObject({ kind: 'malformed' })
  const busy = await scriptedDevice(reply(503, YANG_JSON, errorBody('operation-failed', 'busy')))
  await expect(busy.device.as(admin).get(SYSTEM)).rejects.toMatchObject({ kind: 'dead', isUnreachable: true })
})

test('L2 the words of a refusal are printable and short, and never hold the password', async () => {
  const saysOf = async (words: string) => {
    const { device } = await scriptedDevice(reply(400, YANG_JSON, errorBody('bad', words)))
    const error: unknown = await device
      .as(admin)
      .get(SYSTEM)
      .catch((reason: unknown) => reason)
    return error instanceof DeviceError ? error.says : 'no DeviceError'
  }
  const said = await saysOf(`no\r\n\u001b[2J\u202e${'x'.repeat(5000)}`)
  expect(said).toMatch(/^no[^\p{C}\p{Zl}\p{Zp}]{20,250}$/u)
  expect(await saysOf(`${'x'.repeat(190)}canary-password`)).toBeUndefined()
})

test('B9 4 MiB of brackets, and JSON nested beyond any model, are not parsed', async () => {
  for (const body of ['['.repeat(4 * 1024 * 1024 - 1), `{"a":${'['.repeat(300)}${']'.repeat(300)}}`]) {
    const { device } = await scriptedDevice(reply(200, YANG_JSON, body))
    await expect(device.as(admin).get(SYSTEM)).rejects.toMatchObject({ kind: 'malformed', code: 'too-deep' })
  }
})

test('every call is observed once, with its outcome and without list keys', async () => {
  const { device, calls } = await scriptedDevice(
    reply(200, YANG_JSON, '{}'),
    reply(200, YANG_JSON, '{'),
    notFound,
  )
  await device.as(admin).get('m:list=eth0/leaf')
  await device
    .as(admin)
    .get('m:x')
    .catch(() => {})
  await device
    .as(admin)
    .get('m:y')
    .catch(() => {})
  expect(calls.map(({ resource, outcome }) => [resource, outcome])).toEqual([
    ['m:list/leaf', 'ok'],
    ['m:x', 'bad-json'],
    ['m:y', 'status-404'],
  ])
})

test('P1, L2: a device that echoes the password puts it neither into the log nor into the error', async () => {
  const encoded = Buffer.from('admin:canary-password').toString('base64')
  for (const echo of ['no canary-password here', `Basic ${encoded} is wrong`]) {
    const { device, logged } = await scriptedDevice(reply(401, YANG_JSON, errorBody('access-denied', echo)))
    const error: unknown = await device.verify(admin).catch((reason: unknown) => reason)
    const told = Bun.inspect({ logged, error }, { depth: 9 }) + JSON.stringify(logged)
    expect(told).not.toContain('canary-password')
    expect(told).not.toContain(encoded)
  }
})

test('what the device gives as its reason is in the debug log only', async () => {
  const { device, logged } = await scriptedDevice(
    reply(403, YANG_JSON, errorBody('access-denied', 'Ask\r\nBob.')),
  )
  const error: unknown = await device
    .as(admin)
    .get(SYSTEM)
    .catch((reason: unknown) => reason)
  expect(logged).toEqual([
    expect.objectContaining({ deviceSays: { tag: 'access-denied', message: 'Ask\uFFFD\uFFFDBob.' } }),
  ])
  expect(String(error)).not.toContain('Bob')
})

test('a resource that has no name below the data root is a mistake of the caller, not a call', async () => {
  const { device, wire } = await scriptedDevice(reply(200, YANG_JSON, '{}'))
  await expect(device.as(admin).get('m:x/../../operations')).rejects.toThrow(TypeError)
  expect(wire.connections()).toBe(0)
})
