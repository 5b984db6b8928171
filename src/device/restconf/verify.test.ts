import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  closeScriptedDevices,
  forbidden,
  notFound,
  resourceOf,
  scriptedDevice,
  unauthorized,
} from '../../../test/support/scripted-device.ts'
import { errorBody, reply, YANG_JSON } from '../../../test/support/wire-device.ts'
import { Credentials } from '../credentials.ts'
import { DeviceError } from '../device-error.ts'
import { readAnswer } from './answer.ts'
import { judge } from './verify.ts'

const LIBRARY = 'ietf-yang-library:yang-library'
const SYSTEM = 'ietf-system:system'
const admin = new Credentials('admin', 'canary-password')

afterEach(closeScriptedDevices)

test('D1: 403 rejects the credentials when a stranger is not told 401', async () => {
  for (const second of [forbidden, notFound, reply(200, YANG_JSON, '{}'), reply(500, 'text/html')]) {
    const { device, wire } = await scriptedDevice(forbidden, second)
    await expect(device.verify(admin)).rejects.toMatchObject({ kind: 'rejected', code: 'status-403' })
    expect(wire.requests.length).toBe(2)
  }
})

test('a device without a library is judged by its system', async () => {
  for (const first of [notFound, reply(404, 'text/html', 'no such page')]) {
    const { device, wire } = await scriptedDevice(first, reply(200, YANG_JSON, '{"hashes":"secret"}'))
    const { alreadyRead } = await device.verify(admin)
    expect([...alreadyRead.keys()]).toEqual([LIBRARY])
    expect(alreadyRead.get(LIBRARY)).toBeInstanceOf(DeviceError)
    expect(wire.requests.map(resourceOf)).toEqual([LIBRARY, SYSTEM])
  }
  const { device } = await scriptedDevice(notFound, unauthorized)
  await expect(device.verify(admin)).rejects.toMatchObject({ kind: 'rejected' })
})

test('an account that may see nothing does not log in when strangers are told the same', async () => {
  for (const third of [
    notFound,
    reply(200, YANG_JSON, '{}'),
    reply(403, YANG_JSON, errorBody('access-denied')),
  ]) {
    const { device, wire } = await scriptedDevice(notFound, notFound, third)
    await expect(device.verify(admin)).rejects.toMatchObject({
      kind: 'malformed',
      code: 'same-without-credentials',
    })
    expect(wire.requests.length).toBe(3)
  }
})

test('a web server that knows neither resource is no device, and no third call is made', async () => {
  const { device, wire } = await scriptedDevice(reply(404, 'text/html', '<h1>Not found</h1>'))
  await expect(device.verify(admin)).rejects.toMatchObject({ kind: 'malformed', code: 'media-type' })
  expect(wire.requests.length).toBe(2)
})

const judged = async (status: number, mediaType = YANG_JSON, body = '{}') =>
  judge(await readAnswer({ status, mediaType, body: Buffer.from(body) }))

const anyStatus = fc.oneof(fc.constantFrom(200, 401, 403, 404, 302, 502), fc.integer({ min: 100, max: 999 }))
const anyMediaType = fc.oneof(fc.constantFrom(YANG_JSON, 'text/html', 'application/json', ''), fc.string())
const anyBody = fc.oneof(fc.string(), fc.json(), fc.constant(errorBody('access-denied')))

test("D2: only 200 with RESTCONF's media type accepts", async () => {
  await fc.assert(
    fc.asyncProperty(anyStatus, anyMediaType, anyBody, async (status, mediaType, body) => {
      const accepted = (await judged(status, mediaType, body)).kind === 'accepted'
      expect(accepted).toBe(status === 200 && mediaType === YANG_JSON)
    }),
  )
})

test('D1: only 401 rejects at once; 403 waits for what a stranger is told', async () => {
  await fc.assert(
    fc.asyncProperty(anyStatus, anyMediaType, anyBody, async (status, mediaType, body) => {
      const { kind } = await judged(status, mediaType, body)
      expect(kind === 'rejected').toBe(status === 401)
      expect(kind === 'forbidden').toBe(status === 403)
    }),
  )
})

test('a 404 leaves the verdict open, and is "hidden" only with a RESTCONF error body', async () => {
  expect(await judged(404, YANG_JSON, errorBody('invalid-value'))).toMatchObject({
    kind: 'undecided',
    hidden: true,
  })
  expect(await judged(404, 'text/html', '<h1>Not found</h1>')).toMatchObject({
    kind: 'undecided',
    hidden: false,
  })
  expect(await judged(404, YANG_JSON, '')).toMatchObject({ kind: 'undecided', hidden: false })
})

test('every other answer is "unreachable", with a code that names it', async () => {
  expect(await judged(200, 'text/html')).toEqual({ kind: 'unreachable', code: 'media-type' })
  expect(await judged(302)).toEqual({ kind: 'unreachable', code: 'redirect' })
  for (const status of [100, 204, 400, 406, 407, 429, 500, 502, 503, 504] as const) {
    expect(await judged(status)).toEqual({ kind: 'unreachable', code: `status-${status}` })
  }
})

test('a device that answers the verifying reads without credentials serves strangers', async () => {
  const data = reply(200, YANG_JSON, '{}')
  const serves = async (...replies: string[]) => (await scriptedDevice(...replies)).device.servesStrangers()
  expect(await serves(data)).toBe(true)
  expect(await serves(reply(200, YANG_JSON, '{'))).toBe(true)
  expect(await serves(notFound, data)).toBe(true)
  for (const replies of [[unauthorized], [forbidden], [notFound, unauthorized], [reply(302, 'text/html')]])
    expect(await serves(...replies)).toBe(false)
  await expect(serves(reply(502, 'text/html'))).rejects.toMatchObject({ kind: 'dead' })
})
