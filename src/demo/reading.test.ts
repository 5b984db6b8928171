import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { ask, talk } from '../../test/support/device/client.ts'
import { type DemoDevice, startDemoDevice } from './demo-device.ts'

const system = '/restconf/data/ietf-system:system'
const noData =
  '{"ietf-restconf:errors":{"error":[{"error-type":"application","error-tag":"invalid-value","error-message":"No data from sysrepo."}]}}'

describe('reading from the demo device', () => {
  let device: DemoDevice
  let now = new Date('2026-03-01T08:00:00Z')
  beforeAll(async () => {
    device = await startDemoDevice({ clock: () => now })
  })
  afterEach(() => device.datastore.reset())
  afterAll(() => device.stop())
  const read = async (path: string, login = 'admin:admin') => {
    const { status, body } = await ask(device, path, { login })
    return { status, body: status === 200 ? JSON.parse(body) : body }
  }

  test('an answer is chunked RESTCONF JSON that any origin may read', async () => {
    const { headers, status } = await ask(device, system)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/yang-data+json',
      'access-control-allow-origin': '*',
      'transfer-encoding': 'chunked',
    })
    for (const absent of ['content-length', 'etag', 'last-modified', 'cache-control'])
      expect(headers[absent]).toBeUndefined()
  })

  test('a node deep down comes nested from its top-level container', async () => {
    expect((await read(`${system}/hostname`)).body).toEqual({ 'ietf-system:system': { hostname: 'quay-7' } })
    const port = await read('/restconf/data/ietf-interfaces:interfaces/interface=e1/oper-status')
    expect(port.body).toEqual({
      'ietf-interfaces:interfaces': { interface: [{ name: 'e1', 'oper-status': 'up' }] },
    })
  })

  test('unknown nodes, queries, missing prefixes, trailing slashes and %3A are 400', async () => {
    const paths = [
      '/restconf/data/acme-toys:toys',
      `${system}/colour`,
      '/restconf/data/system',
      `${system}?x=1`,
    ]
    for (const path of paths) expect([path, (await read(path)).status]).toEqual([path, 400])
    for (const path of [
      `${system}/`,
      '/restconf/data/ietf-system%3Asystem',
      '/restconf/data/ietf-system%3asystem',
    ]) {
      const { status, body } = await read(path)
      expect([path, status]).toEqual([path, 400])
      expect(body).toContain('"Syntax error"')
    }
  })

  test('a doubled slash is redirected to an address that is then refused', async () => {
    const { status, headers } = await ask(device, '/restconf//data/ietf-system:system')
    expect([status, headers.location]).toEqual([301, '/restconf/data/ietf-system%3Asystem'])
  })

  test('what may not be read and what is not there are told alike', async () => {
    expect(await read(system, 'guest:guest')).toEqual({ status: 404, body: noData })
    expect(await read('/restconf/data/harbour:harbour/never')).toEqual({ status: 404, body: noData })
  })

  test('an account that sees nothing is let in at the root and meets 404 everywhere else', async () => {
    expect((await read('/restconf/', 'noread:noread')).status).toBe(200)
    for (const path of ['', '/ietf-yang-library:yang-library', '/ietf-system:system', '/infix-services:web'])
      expect(await read(`/restconf/data${path}`, 'noread:noread')).toEqual({ status: 404, body: noData })
  })

  test('a limited account reads state and interfaces', async () => {
    for (const path of [
      'ietf-system:system-state',
      'ietf-interfaces:interfaces',
      'ietf-yang-library:yang-library',
    ])
      expect((await read(`/restconf/data/${path}`, 'guest:guest')).status).toBe(200)
  })

  test('nodes an account may not read are missing from the rest without a word', async () => {
    device.accounts.add('counter-blind', 'x', {
      read: { allBut: ['ietf-interfaces:interfaces/interface/statistics'] },
      write: false,
    })
    const { body } = await read('/restconf/data/ietf-interfaces:interfaces', 'counter-blind:x')
    const ports: Record<string, unknown>[] = body['ietf-interfaces:interfaces'].interface
    expect(ports.length).toBeGreaterThan(7)
    expect(ports.filter((port) => 'statistics' in port)).toEqual([])
  })

  test('a switch that was never set leaves its container, empty', async () => {
    device.datastore.unset('infix-services:web/console/enabled')
    const web = '/restconf/data/infix-services:web'
    expect((await read(web)).body['infix-services:web'].console).toEqual({})
    expect((await read(`${web}/console/enabled`)).status).toBe(404)
    device.datastore.unset('infix-services:web')
    expect((await read(web)).body).toEqual({
      'infix-services:web': { console: {}, netbrowse: {}, restconf: {} },
    })
    expect((await read('/restconf/ds/ietf-datastores:running/infix-services:web')).status).toBe(404)
  })

  test('a resource taken away is told like an empty one', async () => {
    device.datastore.remove('ietf-yang-library:yang-library')
    expect(await read('/restconf/data/ietf-yang-library:yang-library')).toEqual({ status: 404, body: noData })
  })

  test('the library advertises wifi and containers, in the form that is wanted', async () => {
    const features = async (resource: string) => {
      const { body } = await read(`/restconf/data/ietf-yang-library:${resource}`)
      return JSON.stringify(body).match(/"name":"infix-interfaces"[^[]*"feature":(\[.*?\])/)?.[1]
    }
    expect(await features('yang-library')).toBe('["vlan-filtering","containers","wifi"]')
    device.datastore.library = { features: ['containers'], form: 'modules-state' }
    expect(await features('modules-state')).toBe('["containers"]')
    expect((await read('/restconf/data/ietf-yang-library:yang-library')).status).toBe(404)
  })

  test('media types are judged before the password', async () => {
    const json = 'application/yang-data+json'
    for (const accept of ['application/json', 'text/html', `${json};q=0`])
      expect((await ask(device, system, { login: undefined, headers: { accept } })).status).toBe(406)
    const type = { 'content-type': 'application/json' }
    expect((await ask(device, system, { login: 'admin:wrong', headers: type })).status).toBe(415)
    for (const accept of ['*/*', 'application/*', json, `text/html, ${json};q=0.5`])
      expect((await ask(device, system, { headers: { accept } })).status).toBe(200)
  })

  test('HEAD has the status of GET and a length of 0', async () => {
    const found = await ask(device, system, { method: 'HEAD' })
    expect([found.status, found.headers['content-length'], found.body]).toEqual([200, '0', ''])
    expect((await ask(device, system, { method: 'HEAD', login: 'guest:guest' })).status).toBe(404)
  })

  test('OPTIONS needs a login too', async () => {
    expect((await ask(device, system, { method: 'OPTIONS', login: undefined })).status).toBe(401)
    expect((await ask(device, system, { method: 'OPTIONS' })).status).toBe(200)
  })

  test('the web server in front answers 404 in HTML outside /restconf/, and host-meta to anybody', async () => {
    for (const path of ['/restconf', '/', '/index.html']) {
      const { status, headers } = await ask(device, path)
      expect([status, headers['content-type']]).toEqual([404, 'text/html'])
    }
    const meta = await ask(device, '/.well-known/host-meta', { login: undefined })
    expect([meta.status, meta.headers['content-type']]).toEqual([200, 'application/xrd+xml'])
    expect(meta.body).toContain("<Link rel='restconf' href='/restconf/'>")
  })

  test('the connection is kept, also after a 401', async () => {
    const line = (login: string) =>
      `GET /restconf/ HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${btoa(login)}\r\n\r\n`
    const answers = (heard: string) => heard.match(/HTTP\/1.1 \d+/g) ?? []
    const { heard, end } = await talk(
      device,
      line('admin:wrong') + line('admin:admin'),
      (soFar) => answers(soFar).length === 2,
    )
    expect([answers(heard), end]).toEqual([['HTTP/1.1 401', 'HTTP/1.1 200'], 'enough'])
  })

  test('counters are strings of 64 bits that move with the clock, and so does the time', async () => {
    const octets = async () => {
      const { body } = await read('/restconf/data/ietf-interfaces:interfaces/interface=e10/statistics')
      const counter: unknown = body['ietf-interfaces:interfaces'].interface[0].statistics['in-octets']
      expect(counter).toBeString()
      return BigInt(String(counter))
    }
    const before = await octets()
    expect(before).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
    now = new Date(now.getTime() + 10_000)
    expect(await octets()).toBeGreaterThan(before)
    const { body } = await read('/restconf/data/ietf-system:system-state/clock/current-datetime')
    expect(body['ietf-system:system-state'].clock['current-datetime']).toBe('2026-03-01T08:00:10+00:00')
  })

  test('interfaces of several types are listed unsorted, one of them with its link down', async () => {
    const { body } = await read('/restconf/data/ietf-interfaces:interfaces')
    const ports: Record<string, string>[] = body['ietf-interfaces:interfaces'].interface
    const names = ports.map((port) => port.name)
    expect(names).toContain('e10')
    expect(names).not.toEqual(names.toSorted())
    expect(new Set(ports.map((port) => port.type)).size).toBe(5)
    expect(
      ports.filter((port) => port['oper-status'] === 'down').map((port) => port['admin-status']),
    ).toEqual(['up', 'down'])
  })
})
