import { afterEach, expect, test } from 'bun:test'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { selfSigned } from './support/certificates.ts'
import { type Running, start } from './support/running.ts'
import { temporaryFile } from './support/temporary-file.ts'
import { until } from './support/until.ts'

const own = selfSigned('IP:127.0.0.1')
const foreign = temporaryFile('foreign-ca.pem', selfSigned('IP:127.0.0.1').cert)
const secret = temporaryFile('secret', Buffer.alloc(32, 1).toString('base64'))

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A server with a certificate of its own, and what it has read from its clients. */
async function tlsServer() {
  const heard: string[] = []
  let handshakes = 0
  const server = createServer(own, (socket) => {
    socket.on('data', (data) => heard.push(data.toString('latin1')))
    socket.on('error', () => {})
  })
  server.on('connection', () => handshakes++)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, heard, connections: () => handshakes }
}

/** The service with the variable by which the runtime would take any certificate. */
async function careless(...flags: readonly string[]): Promise<Running & { readonly url: string }> {
  const service = start(
    [process.execPath, 'src/main.ts', 'serve', '--listen', '127.0.0.1:0', '--log-format', 'json', ...flags],
    {
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: '/nowhere', SSL_CERT_FILE: '/nowhere' },
    },
  )
  ends.push(() => service.stop())
  const line = await until(() => lineOf(service, 'service.started'), 'the service has started')
  return Object.assign(service, { url: String(line.address) })
}

const lineOf = (service: Running, event: string): Record<string, unknown> | undefined => {
  const line = service
    .said()
    .split('\n')
    .find((each) => each.includes(`"event":"${event}"`))
  return line === undefined ? undefined : JSON.parse(line)
}

test('12.8 NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch off the verification that --device-ca asks for', async () => {
  const device = await tlsServer()
  const service = await careless('--restconf', `https://127.0.0.1:${device.port}/`, '--device-ca', foreign)
  const login = await fetch(`${service.url}login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin', password: 'canary' }),
  })
  expect(await login.text()).toContain('Unable to reach the device')
  expect(lineOf(service, 'login.refused')).toMatchObject({ reason: 'tls-untrusted' })
  expect(device.connections()).toBeGreaterThan(0)
  expect(device.heard).toEqual([])
})

test('12.8 NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch off the verification of a store at rediss://', async () => {
  const redis = await tlsServer()
  const store = ['--session-store', `rediss://:canary@127.0.0.1:${redis.port}?ca=${foreign}`]
  await careless('--restconf', 'http://127.0.0.1:9/', ...store, '--session-secret-file', secret)
  await until(() => redis.connections() > 1, 'Redis was connected to')
  expect(redis.heard).toEqual([])
})

test('12.8 the variables that change whose certificates are trusted are named at the start', async () => {
  const service = await careless('--restconf', 'http://127.0.0.1:9/')
  const line = await until(() => lineOf(service, 'process.trust-changed'), 'it is said')
  expect(line.variables).toBe('NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED SSL_CERT_FILE')
})
