import { afterEach, expect, test } from 'bun:test'
import {
  closeScriptedDevices,
  forbidden,
  notFound,
  scriptedDevice,
} from '../../../test/support/scripted-device.ts'
import { errorBody, reply, YANG_JSON } from '../../../test/support/wire-device.ts'
import { Credentials } from '../credentials.ts'

const admin = new Credentials('admin', 'canary-password')

afterEach(closeScriptedDevices)

const STATE = 'ietf-restconf-monitoring:restconf-state'
const capabilities = (...names: string[]) =>
  JSON.stringify({
    [STATE]: {
      capabilities: { capability: names.map((name) => `urn:ietf:params:restconf:capability:${name}:1.0`) },
    },
  })
const everything = { resource: 'm:x', depth: 2, fields: 'a', withDefaults: 'report-all' } as const

test('a query holds only what the device has said that it understands', async () => {
  const data = reply(200, YANG_JSON, '{}')
  const listed = reply(200, YANG_JSON, capabilities('depth', 'with-defaults'))
  const { device, wire } = await scriptedDevice(data, listed, data)
  const user = device.as(admin)
  await user.get(everything)
  await user.learnAbilities()
  await user.get(everything)
  expect(wire.requests.map((request) => request.split(' ')[1])).toEqual([
    '/restconf/data/m:x',
    `/restconf/data/${STATE}`,
    '/restconf/data/m:x?depth=2&with-defaults=report-all',
  ])
})

test('a device that lists nothing is never sent a depth: clixon would destroy values', async () => {
  const unknown = reply(400, YANG_JSON, errorBody('unknown-element', 'No such yang module prefix'))
  for (const answer of [unknown, notFound, forbidden]) {
    const { device, wire } = await scriptedDevice(answer, reply(200, YANG_JSON, '{}'))
    await device.as(admin).learnAbilities()
    await device.as(admin).get(everything)
    expect(wire.requests[1]).toStartWith('GET /restconf/data/m:x HTTP')
  }
})

test('the text of a module comes from beside the root, or by an operation', async () => {
  const folder = await scriptedDevice(reply(200, 'application/yang', 'module a {}'))
  const wanted = { name: 'a', revision: '2026-01-07' }
  expect(await folder.device.as(admin).moduleText({ from: 'folder', ...wanted })).toBe('module a {}')
  expect(folder.wire.requests[0]).toStartWith('GET /yang/a@2026-01-07.yang HTTP')

  const output = { 'ietf-netconf-monitoring:output': { data: 'module a {}' } }
  const operation = await scriptedDevice(reply(200, YANG_JSON, JSON.stringify(output)))
  expect(await operation.device.as(admin).moduleText({ from: 'get-schema', ...wanted })).toBe('module a {}')
  expect(operation.wire.requests[0]).toStartWith(
    'POST /restconf/operations/ietf-netconf-monitoring:get-schema HTTP',
  )
  expect(operation.wire.requests[0]).toMatch(/^content-type: application\/yang-data\+json\r$/im)
  expect(operation.wire.requests[0]).toContain('"identifier":"a","version":"2026-01-07"')
})

test('what is no text of a module is told by its code, and another origin is never asked', async () => {
  const answers = [
    [reply(200, 'text/html', '<html>'), 'media-type'],
    [reply(302, 'text/html', '', ['Location: https://evil.example/']), 'redirect'],
    [reply(404, 'text/plain', 'YANG schema not found'), 'status-404'],
    [reply(401, YANG_JSON, errorBody('access-denied')), 'status-401'],
  ] as const
  for (const [answer, code] of answers) {
    const { device, wire } = await scriptedDevice(answer)
    const text = device.as(admin).moduleText({ from: 'folder', name: 'a', revision: undefined })
    await expect(text).rejects.toMatchObject({ code })
    expect(wire.requests.length).toBe(1)
  }
  const { device, wire } = await scriptedDevice(reply(200, 'application/yang', 'module a {}'))
  const foreign = device.as(admin).moduleText({ from: 'location', url: 'https://evil.example/a.yang' })
  await expect(foreign).rejects.toMatchObject({ code: 'foreign-origin' })
  expect(wire.connections()).toBe(0)
})
