import { afterAll, beforeAll, expect, test } from 'bun:test'
import { selfSigned } from '../../test/support/certificates.ts'
import { startTestDevice, type TestDevice } from '../../test/support/device/test-device.ts'
import { freePort } from '../../test/support/free-port.ts'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { createService, type Service } from '../wiring.ts'
import { examine } from './examine.ts'
import type { Finding } from './findings.ts'

let device: TestDevice
let service: Service
let behind: Bun.Server<undefined>
beforeAll(async () => {
  device = await startTestDevice()
  const config = readConfig(['--restconf', device.url, '--allowed-hosts', 'portico.example'], {})
  service = await createService(config, { log: silentLog, pause: async () => {} })
  behind = Bun.serve({
    port: 0,
    fetch: (request, server) =>
      service.fetch(request, { peer: server.requestIP(request)?.address, tls: false }),
  })
})
afterAll(async () => {
  await Promise.all([behind.stop(true), device.stop()])
  await service.stop()
})

/** What the doctor finds at this address. */
async function findingsAt(through: URL): Promise<Readonly<Record<string, Finding>>> {
  const findings = await examine({
    root: new URL(device.url),
    trust: { kind: 'system' },
    timeoutMs: 20_000,
    deadlineMs: 20_000,
    probes: [],
    credentials: undefined,
    through,
  })
  return Object.fromEntries(findings.map((finding) => [finding.step, finding]))
}

/** What it finds at a proxy that sets these headers on what it passes on. */
async function examineThrough(
  set: (request: Request) => Record<string, string>,
  tls?: { readonly cert: string; readonly key: string },
) {
  await using proxy = Bun.serve({
    port: 0,
    ...(tls && { tls: { ...tls } }),
    fetch(request) {
      const headers = new Headers(request.headers)
      for (const [name, value] of Object.entries(set(request))) headers.set(name, value)
      return fetch(new URL(new URL(request.url).pathname, behind.url), {
        method: request.method,
        headers,
        body: request.body,
        redirect: 'manual',
      })
    },
  })
  return { port: proxy.port, found: await findingsAt(proxy.url) }
}
const host = (request: Request) => request.headers.get('host') ?? ''

test('a proxy that passes on what it should is well', async () => {
  const { found } = await examineThrough((request) => ({
    host: host(request),
    'x-forwarded-for': '192.0.2.7',
  }))
  for (const step of ['proxy connection', 'proxy certificate', 'proxy', 'client address', 'host and scheme'])
    expect(found[step]?.result, step).toBe('ok')
})

test('one that forgets the client’s address is told what that does to the throttle', async () => {
  const { found } = await examineThrough((request) => ({ host: host(request) }))
  expect(found['client address']).toMatchObject({ result: 'warning' })
  expect(found['client address']?.remedy).toContain('X-Forwarded-For')
})

test('12.21 one that drops the port of Host is told what a browser makes of that, and what the service sees', async () => {
  const { port, found } = await examineThrough(() => ({ host: 'localhost', 'x-forwarded-for': '192.0.2.7' }))
  expect(found['host and scheme']).toMatchObject({ result: 'warning' })
  expect(found['host and scheme']?.seen).toBe(
    `current browsers can log in at http://localhost:${port}; older ones, and scripts that send Origin, get 403: ` +
      'the service sees it as a page of http://localhost',
  )
  expect(found['host and scheme']?.remedy).toContain('$http_host')
})

test('12.21 one with a certificate of an unknown authority: a browser warns of it, and the rest is looked at', async () => {
  const { found } = await examineThrough(
    (request) => ({ host: host(request), 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }),
    selfSigned('DNS:localhost'),
  )
  expect(found['proxy certificate']).toMatchObject({ result: 'warning' })
  expect(found['proxy certificate']?.seen).toEndWith('browsers warn before they show the login page')
  for (const step of ['proxy', 'client address', 'host and scheme'])
    expect(found[step]?.result, step).toBe('ok')
})

test('one that does not tell of HTTPS is told that the service sees plain HTTP', async () => {
  const { port, found } = await examineThrough(
    (request) => ({ host: host(request), 'x-forwarded-for': '192.0.2.7' }),
    selfSigned('DNS:localhost'),
  )
  expect(found['host and scheme']?.seen).toEndWith(
    `the service sees it as a page of http://localhost:${port}`,
  )
})

test('one under a name that the service does not have is told which setting takes it', async () => {
  const { found } = await examineThrough(() => ({ host: 'other.example' }))
  expect(found.proxy).toMatchObject({ result: 'failed' })
  expect(found.proxy?.remedy).toContain('--allowed-hosts')
})

test('a proxy that is not there, or does not answer, is reported in our words, not in the runtime’s', async () => {
  const gone = await findingsAt(new URL(`http://127.0.0.1:${freePort()}`))
  expect(gone['proxy connection']?.seen).toBe('nothing listens there (connection-refused)')

  const mute = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (socket) => void socket.end() } })
  const { proxy } = await findingsAt(new URL(`http://127.0.0.1:${mute.port}`))
  mute.stop(true)
  expect(proxy?.seen).toBe('the connection ended without an answer')
})
