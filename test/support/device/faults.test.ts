import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { until } from '../until.ts'
import { ask, talk } from './client.ts'
import type { Fault } from './faults.ts'
import { startTestDevice, type TestDevice } from './test-device.ts'

const web = '/restconf/data/infix-services:web'
const library = '/restconf/data/ietf-yang-library:yang-library'
const request = `GET ${web} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${btoa('admin:admin')}\r\n\r\n`

describe('a fault of the demo device', () => {
  let device: TestDevice
  beforeAll(async () => {
    device = await startTestDevice()
  })
  afterEach(() => device.faults.clear())
  afterAll(() => device.stop())

  test('meets one resource and what is below it', async () => {
    device.faults.set({ kind: 'status', status: 500 }, { resource: 'infix-services:web' })
    expect((await ask(device, web)).status).toBe(500)
    expect((await ask(device, `${web}/console`)).status).toBe(500)
    expect((await ask(device, library)).status).toBe(200)
  })

  test('meets one user, or one method', async () => {
    device.faults.set({ kind: 'status', status: 503 }, { username: 'guest' })
    device.faults.set({ kind: 'status', status: 409 }, { method: 'HEAD' })
    expect((await ask(device, web, { login: 'guest:guest' })).status).toBe(503)
    expect((await ask(device, web, { method: 'HEAD' })).status).toBe(409)
    expect((await ask(device, web)).status).toBe(200)
  })

  test('meets one call only, or the n-th', async () => {
    const statuses = async () =>
      [await ask(device, web), await ask(device, web), await ask(device, web)].map((r) => r.status)
    device.faults.set({ kind: 'status', status: 500 }, { once: true })
    expect(await statuses()).toEqual([500, 200, 200])
    device.faults.set({ kind: 'status', status: 500 }, { onCall: 2 })
    expect(await statuses()).toEqual([200, 500, 200])
    expect(device.faults.list).toEqual([])
  })

  test('is removed by the function that setting it returned', async () => {
    const heal = device.faults.set({ kind: 'html' })
    heal()
    expect((await ask(device, web)).status).toBe(200)
  })

  test('hang: the request is taken and never answered', async () => {
    device.faults.set({ kind: 'hang' }, { once: true })
    device.journal.clear()
    const waiting = talk(device, request, () => true)
    await until(() => device.journal.open > 0, 'the request has arrived')
    expect((await ask(device, web)).status).toBe(200)
    expect(device.journal.maxOpen).toBe(2)
    expect(device.journal.entries[0]?.status).toBeUndefined()
    await device.goDead()
    expect(await waiting).toEqual({ heard: '', end: 'closed' })
    await device.comeBack()
  })

  test('slow-head: a header dribbles in and never ends', async () => {
    device.faults.set({ kind: 'slow-head', everyMs: 1 })
    const { heard } = await talk(device, request, (soFar) => soFar.endsWith('aaaa'))
    expect(heard).toStartWith('HTTP/1.1 200 OK\r\n')
    expect(heard).not.toContain('\r\n\r\n')
  })

  test('drip: a body dribbles in and never ends', async () => {
    device.faults.set({ kind: 'drip', everyMs: 1 })
    const { heard } = await talk(device, request, (soFar) => soFar.split('\r\n1\r\n').length > 4)
    expect(heard).toContain('application/yang-data+json')
    expect(heard).not.toContain('\r\n0\r\n')
  })

  test('reset: the connection is cut before any answer', async () => {
    device.faults.set({ kind: 'reset' }, { once: true })
    expect(await talk(device, request)).toEqual({ heard: '', end: 'reset' })
    device.faults.set({ kind: 'reset', how: 'close' })
    expect(await talk(device, request)).toEqual({ heard: '', end: 'closed' })
  })

  test('reset-midway: half of the body comes, of a stated length or in chunks', async () => {
    const whole = (await ask(device, web)).body
    device.faults.set({ kind: 'reset-midway', framing: 'length' }, { once: true })
    const stated = await talk(device, request)
    expect(stated.heard.toLowerCase()).toContain(`content-length: ${whole.length}`)
    expect(stated.heard).toEndWith(whole.slice(0, whole.length / 2))
    device.faults.set({ kind: 'reset-midway', framing: 'chunked' })
    const chunked = await talk(device, request)
    expect(chunked.heard.toLowerCase()).toContain('transfer-encoding: chunked')
    expect(chunked.heard).not.toContain('\r\n0\r\n')
  })

  test('dead: connections are refused until the device is back on the same port', async () => {
    await device.goDead()
    expect(ask(device, web)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await device.comeBack()
    expect((await ask(device, web)).status).toBe(200)
  })

  test.each<[Fault, number, string, string]>([
    [{ kind: 'html' }, 200, 'text/html; charset=utf-8', '<!DOCTYPE html>'],
    [{ kind: 'bad-gateway' }, 502, 'text/html', 'http-equiv="refresh"'],
    [{ kind: 'redirect', to: 'http://elsewhere.example/' }, 302, 'text/html', ''],
    [
      { kind: 'status', status: 401, tag: 'access-denied' },
      401,
      'application/yang-data+json',
      'access-denied',
    ],
    [
      { kind: 'status', status: 500, message: 'a\r\nb\x1b[31m<b>' },
      500,
      'application/yang-data+json',
      'a\\r\\nb\\u001b[31m<b>',
    ],
    [{ kind: 'bad-json' }, 200, 'application/yang-data+json', '{"ietf-system:system": {'],
    [
      { kind: 'body', body: { 'infix-services:web': null } },
      200,
      'application/yang-data+json',
      '{"infix-services:web":null}',
    ],
    [{ kind: 'deep', depth: 9 }, 200, 'application/yang-data+json', '[[[[[[[[[]]]]]]]]]'],
    [{ kind: 'media-type', mediaType: 'text/plain' }, 200, 'text/plain', '"console":{"enabled":true}'],
    [{ kind: 'slow', ms: 1 }, 200, 'application/yang-data+json', '"console":{"enabled":true}'],
  ])('%j', async (fault, status, mediaType, text) => {
    device.faults.set(fault)
    const reply = await ask(device, web)
    expect([reply.status, reply.headers['content-type']]).toEqual([status, mediaType])
    expect(reply.body).toContain(text)
    if (fault.kind === 'redirect') expect(reply.headers.location).toBe(fault.to)
  })

  test('headers: anything can be added to an answer', async () => {
    device.faults.set({
      kind: 'headers',
      headers: { 'Set-Cookie': ['a=1', 'b=2'], Refresh: '0;url=http://x.example/' },
    })
    const { headers, status } = await ask(device, web)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], refresh: '0;url=http://x.example/' })
  })

  test('huge: valid JSON of exactly so many bytes', async () => {
    for (const framing of ['length', 'chunked'] as const) {
      device.faults.set({ kind: 'huge', bytes: 1_000_000, framing })
      const { body, headers } = await ask(device, library)
      expect(body).toHaveLength(1_000_000)
      expect(JSON.parse(body)).toBeObject()
      expect(headers['content-length']).toBe(framing === 'length' ? '1000000' : undefined)
    }
  })

  test('huge: an answer of 2 GiB that is not read is not generated', async () => {
    device.faults.set({ kind: 'huge', bytes: 2 ** 31 })
    const before = process.memoryUsage.rss()
    const { heard } = await talk(device, request, (soFar) => soFar.length > 100_000)
    expect(heard).toContain('200 OK')
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
  })

  test('gzip: the answer compressed, asked for or not', async () => {
    device.faults.set({ kind: 'gzip' })
    const { heard } = await talk(device, request, (soFar) => soFar.endsWith('\r\n0\r\n\r\n'))
    expect(heard.toLowerCase()).toContain('content-encoding: gzip')
    expect(gunzipSync(unchunked(heard)).toString()).toContain('"console":{"enabled":true}')
  })

  test('gzip: a bomb is a thousandth of what it becomes', async () => {
    device.faults.set({ kind: 'gzip', inflatesTo: 8 * 1024 * 1024 })
    const { heard } = await talk(device, request, (soFar) => soFar.endsWith('\r\n0\r\n\r\n'))
    const packed = unchunked(heard)
    expect(packed.length).toBeLessThan(20_000)
    const inflated = gunzipSync(packed)
    expect(inflated).toHaveLength(8 * 1024 * 1024 + 2)
    expect(inflated.subarray(-2).toString()).toBe('{}')
  })

  test('that cannot be sent is said, and the device lives', async () => {
    device.faults.set({ kind: 'headers', headers: { 'X-Split': 'a\r\nb' } })
    expect((await ask(device, web)).status).toBe(500)
    device.faults.clear()
    expect((await ask(device, web)).status).toBe(200)
  })

  test('of an answer lets no wrong password in', async () => {
    device.faults.set({ kind: 'body', body: {} })
    expect((await ask(device, web, { login: 'admin:wrong' })).status).toBe(401)
  })
})

function unchunked(heard: string): Buffer {
  let rest = heard.slice(heard.indexOf('\r\n\r\n') + 4)
  let body = ''
  for (;;) {
    const size = Number.parseInt(rest, 16)
    if (size === 0) return Buffer.from(body, 'latin1')
    const start = rest.indexOf('\r\n') + 2
    body += rest.slice(start, start + size)
    rest = rest.slice(start + size + 2)
  }
}
