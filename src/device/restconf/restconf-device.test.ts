import { afterEach, expect, test } from 'bun:test'
import { errorBody, reply, wireDevice, YANG_JSON } from '../../../test/support/wire-device.ts'
import type { Log } from '../../log.ts'
import { silentLog } from '../../log.ts'
import { Credentials } from '../credentials.ts'
import type { DeviceCall } from '../device-call.ts'
import { DeviceError } from '../device-error.ts'
import { restconfDevice } from './restconf-device.ts'

const LIBRARY = 'ietf-yang-library:yang-library'
const SYSTEM = 'ietf-system:system'
const admin = new Credentials('admin', 'canary-password')

const opened: { close(): void }[] = []
afterEach(() => {
  for (const thing of opened.splice(0)) thing.close()
})

/** A device that answers each call with the next reply, the last one again and again. */
async function deviceThatSays(...replies: string[]) {
  const wire = await wireDevice((socket) =>
    socket.write(replies[wire.requests.length - 1] ?? replies.at(-1) ?? ''),
  )
  const calls: DeviceCall[] = []
  const logged: unknown[] = []
  const log: Log = { ...silentLog, debug: (event, fields) => logged.push({ event, ...fields }) }
  const observe = (call: DeviceCall) => calls.push(call)
  const trust = { kind: 'system' } as const
  const device = restconfDevice({ root: wire.root, trust, timeoutMs: 5000, log, observe })
  opened.push(wire, device)
  return { device, wire, calls, logged }
}

const notFound = reply(404, YANG_JSON, errorBody('invalid-value'))
const unauthorized = reply(401, YANG_JSON, errorBody('access-denied', 'Access denied.'))

test('a verification that succeeds is one call, and brings the library along', async () => {
  const { device, wire } = await deviceThatSays(reply(200, YANG_JSON, '{"library":1}'))
  const { user, alreadyRead } = await device.verify(admin)
  expect(user.username).toBe('admin')
  expect([...alreadyRead]).toEqual([[LIBRARY, { library: 1 }]])
  expect(wire.requests.length).toBe(1)
  expect(wire.requests[0]).toStartWith(`GET /restconf/data/${LIBRARY} `)
})

test('a library that does not parse verifies, and tells so to whoever wanted it', async () => {
  const { device } = await deviceThatSays(reply(200, YANG_JSON, '{"library":'))
  const { alreadyRead } = await device.verify(admin)
  expect(alreadyRead.get(LIBRARY)).toMatchObject({ kind: 'malformed', code: 'bad-json' })
})

test('D1: 401 and 403 reject the credentials after one call', async () => {
  for (const status of [401, 403]) {
    const { device, wire } = await deviceThatSays(reply(status, YANG_JSON, errorBody('access-denied')))
    await expect(device.verify(admin)).rejects.toMatchObject({ kind: 'rejected', code: `status-${status}` })
    expect(wire.requests.length).toBe(1)
  }
})

test('D1: any other answer leaves it open whether the credentials are good', async () => {
  const answers = [
    [reply(200, 'text/html', '<html>sign in to the hotel network</html>'), 'media-type'],
    [reply(200, 'application/json', '{}'), 'media-type'],
    [reply(301, 'text/html', '', ['Location: /']), 'redirect'],
    [reply(204, YANG_JSON), 'status-204'],
    [reply(406, YANG_JSON, errorBody('not-acceptable')), 'status-406'],
    [reply(500, YANG_JSON, errorBody('access-denied')), 'status-500'],
    [reply(502, 'text/html', '<title>Loading…</title>'), 'status-502'],
  ] as const
  for (const [answer, code] of answers) {
    const { device, wire } = await deviceThatSays(answer)
    const error: unknown = await device.verify(admin).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code })
    expect(error).not.toMatchObject({ kind: 'rejected' })
    expect(wire.requests.length).toBe(1)
  }
})

test('a device without a library is judged by its system', async () => {
  for (const first of [notFound, reply(404, 'text/html', 'no such page')]) {
    const { device, wire } = await deviceThatSays(first, reply(200, YANG_JSON, '{"hashes":"secret"}'))
    const { alreadyRead } = await device.verify(admin)
    expect([...alreadyRead.keys()]).toEqual([LIBRARY])
    expect(alreadyRead.get(LIBRARY)).toBeInstanceOf(DeviceError)
    expect(wire.requests.map(path)).toEqual([LIBRARY, SYSTEM])
  }
  const { device } = await deviceThatSays(notFound, unauthorized)
  await expect(device.verify(admin)).rejects.toMatchObject({ kind: 'rejected' })
})

test('an account that may see nothing signs in when the device turns strangers away', async () => {
  const { device, wire } = await deviceThatSays(notFound, notFound, unauthorized)
  expect((await device.verify(admin)).alreadyRead.get(LIBRARY)).toMatchObject({ kind: 'absent' })
  expect(wire.requests.map(path)).toEqual([LIBRARY, SYSTEM, SYSTEM])
  expect(wire.requests.map((request) => /^authorization:/im.test(request))).toEqual([true, true, false])
})

test('an account that may see nothing does not sign in when strangers are told the same', async () => {
  for (const third of [
    notFound,
    reply(200, YANG_JSON, '{}'),
    reply(403, YANG_JSON, errorBody('access-denied')),
  ]) {
    const { device, wire } = await deviceThatSays(notFound, notFound, third)
    await expect(device.verify(admin)).rejects.toMatchObject({
      kind: 'malformed',
      code: 'same-without-credentials',
    })
    expect(wire.requests.length).toBe(3)
  }
})

test('a web server that knows neither resource is no device, and no third call is made', async () => {
  const { device, wire } = await deviceThatSays(reply(404, 'text/html', '<h1>Not found</h1>'))
  await expect(device.verify(admin)).rejects.toMatchObject({ kind: 'malformed', code: 'media-type' })
  expect(wire.requests.length).toBe(2)
})

test('I6: credentials that Basic would change are rejected without a device call', async () => {
  const { device, wire } = await deviceThatSays(reply(200, YANG_JSON, '{}'))
  const moved = new Credentials('admin:x', 'good')
  await expect(device.verify(moved)).rejects.toMatchObject({
    kind: 'rejected',
    code: 'unsendable-credentials',
  })
  await expect(device.as(moved).get(SYSTEM)).rejects.toMatchObject({ kind: 'rejected' })
  expect(wire.connections()).toBe(0)
})

test('a user reads a resource as the JSON it is', async () => {
  const { device, wire } = await deviceThatSays(
    reply(200, 'Application/YANG-Data+JSON; charset=utf-8', '{"a":[1]}'),
  )
  expect(await device.as(admin).get('m:list=a:b/leaf')).toEqual({ a: [1] })
  expect(wire.requests[0]).toStartWith('GET /restconf/data/m:list=a%3Ab/leaf ')
})

test('what a read meets is told by kind', async () => {
  const answers = [
    [unauthorized, 'rejected', 'status-401'],
    [reply(403, YANG_JSON, errorBody('access-denied')), 'denied', 'status-403'],
    [notFound, 'absent', 'status-404'],
    [reply(404, YANG_JSON, ''), 'absent', 'status-404'],
    [reply(404, 'application/json', errorBody('invalid-value')), 'absent', 'status-404'],
    [reply(404, 'text/html', '<h1>Not found</h1>'), 'malformed', 'media-type'],
    [reply(502, 'text/html', 'Loading…'), 'dead', 'status-502'],
    [reply(503, 'text/html'), 'dead', 'status-503'],
    [reply(504, 'text/html'), 'dead', 'status-504'],
    [reply(500, YANG_JSON, errorBody('operation-failed')), 'malformed', 'status-500'],
    [reply(307, 'text/html', '', ['Location: /']), 'malformed', 'redirect'],
    [reply(200, 'text/html', '<html>'), 'malformed', 'media-type'],
    [reply(200, YANG_JSON, '{"a":'), 'malformed', 'bad-json'],
    [reply(200, YANG_JSON, ''), 'malformed', 'bad-json'],
  ] as const
  for (const [answer, kind, code] of answers) {
    const { device, wire } = await deviceThatSays(answer)
    await expect(device.as(admin).get(SYSTEM)).rejects.toMatchObject({ kind, code })
    expect(wire.requests.length).toBe(1)
  }
})

test('every call is observed once, with its outcome and without list keys', async () => {
  const { device, calls } = await deviceThatSays(
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
    const { device, logged } = await deviceThatSays(reply(401, YANG_JSON, errorBody('access-denied', echo)))
    const error: unknown = await device.verify(admin).catch((reason: unknown) => reason)
    const told = Bun.inspect({ logged, error }, { depth: 9 }) + JSON.stringify(logged)
    expect(told).not.toContain('canary-password')
    expect(told).not.toContain(encoded)
  }
})

test('what the device gives as its reason is in the debug log only', async () => {
  const { device, logged } = await deviceThatSays(
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
  const { device, wire } = await deviceThatSays(reply(200, YANG_JSON, '{}'))
  await expect(device.as(admin).get('m:x/../../operations')).rejects.toThrow(TypeError)
  expect(wire.connections()).toBe(0)
})

function path(request: string): string {
  return request.split(' ')[1]?.replace('/restconf/data/', '') ?? ''
}
