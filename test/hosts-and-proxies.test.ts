import { afterAll, beforeAll, expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { type ListeningService, startListening } from './support/listening-service.ts'
import { startService } from './support/service.ts'

let server: ListeningService
let unlisted: ListeningService

beforeAll(async () => {
  server = await startListening(['--allowed-hosts', 'router.example,Router'])
  unlisted = await startListening()
})
afterAll(() => Promise.all([server.stop(), unlisted.stop()]))

const login = { username: 'admin', password: 'admin' }

test.each([
  ['router.example', 200],
  ['ROUTER.example:8443', 200],
  ['router.example.', 200],
  ['router', 200],
  ['localhost', 200],
  ['localhost:10000', 200],
  ['192.0.2.7', 200],
  ['[2001:db8::1]:443', 200],
  ['evil.example', 421],
  ['router.example.evil.example', 421],
  ['evil.router.example', 421],
  ['localhost.evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['[evil]', 400],
])('H3 with names listed, Host %s is answered with %i', async (host, status) => {
  expect((await server.fetch('/login', { headers: { Host: host } })).status).toBe(status)
})

test('H3 a refused host name is logged', async () => {
  server.forget()
  await server.fetch('/login', { headers: { Host: 'evil.example' } })
  expect(server.lines.join('')).toContain('"host":"evil.example"')
  expect(server.events()).toEqual(['host.refused'])
})

test.each([
  ['192.0.2.7:8080', 200],
  ['[2001:db8::1]', 200],
  ['localhost:10000', 200],
  [hostname(), 200],
  [(hostname().split('.')[0] ?? '').toUpperCase(), 200],
  ['router.local', 200],
  ['router.local.:80', 200],
  ['whatever.example:8080', 421],
  ['router', 421],
  ['local', 421],
  ['router.local.evil.example', 421],
])('12.14 H3 without a list, over plain HTTP, Host %s is answered with %i', async (host, status) => {
  const answer = await unlisted.fetch('/login', { headers: { Host: host } })
  expect(answer.status).toBe(status)
  if (status === 421) expect(await answer.text()).toContain('--allowed-hosts')
})

test('12.14 H3 without a list, over HTTPS, any well-formed name is answered', async () => {
  const headers = { Host: 'whatever.example', 'X-Forwarded-Proto': 'https' }
  expect((await unlisted.fetch('/login', { headers })).status).toBe(200)
})

/** Where the log says that a login came from. */
async function addressOf(headers: Record<string, string>, at = unlisted): Promise<unknown> {
  at.forget()
  await at.fetch('/login', { method: 'POST', headers, body: new URLSearchParams({ username: 'x' }) })
  return at.lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'login.refused')?.address
}

test.each([
  ['one hop', '192.0.2.1', '192.0.2.1'],
  ['a hop that the client has made up', '1.1.1.1, 192.0.2.1', '192.0.2.1'],
  ['trusted hops on the right', '192.0.2.1, 127.0.0.5, ::1', '192.0.2.1'],
  ['only trusted hops', '127.0.0.5, 127.0.0.6', '127.0.0.5'],
  ['a hop with a port', '192.0.2.1:50000', '192.0.2.1'],
  ['an IPv6 hop with a port', '[2001:db8::1]:50000', '2001:db8::1'],
  ['a mapped hop', '::ffff:192.0.2.1', '192.0.2.1'],
  ['a mapped hop in hexadecimal', '::ffff:c000:201', '192.0.2.1'],
  ['a mapped hop that is trusted', '192.0.2.1, ::ffff:127.0.0.9', '192.0.2.1'],
  ['rubbish on the right', '192.0.2.1, unknown', '127.0.0.1'],
  ['rubbish beyond a trusted hop', '192.0.2.1, <script>, 127.0.0.9', '127.0.0.9'],
  ['rubbish on the left', 'unknown, 192.0.2.1', '192.0.2.1'],
  ['empty hops', ', ,192.0.2.1,,', '192.0.2.1'],
  ['nothing', '', '127.0.0.1'],
])('B5 H1 behind a trusted proxy, %s', async (_, forwarded, address) => {
  expect(await addressOf({ 'X-Forwarded-For': forwarded })).toBe(address)
})

test('B5 H1 X-Forwarded-For from an untrusted caller is ignored', async () => {
  const untrusting = await startListening(['--trusted-proxies', '10.0.0.0/8'])
  expect(await addressOf({ 'X-Forwarded-For': '192.0.2.1' }, untrusting)).toBe('127.0.0.1')
  await untrusting.stop()
})

test('X5 H1 behind a proxy on a port of its own that passes Host on, an own form is accepted', async () => {
  const headers = {
    Host: 'router.example:8443',
    Origin: 'https://router.example:8443',
    'X-Forwarded-Proto': 'https',
  }
  const answer = await server.fetch('/login', { method: 'POST', headers, body: new URLSearchParams(login) })
  expect(answer.status).toBe(303)
})

test('X6 a TLS proxy that --trusted-proxies does not list causes one line in the log, which names the setting', async () => {
  const open = await startListening(['--trusted-proxies', '10.0.0.0/8'])
  const headers = { Host: 'router.example', Origin: 'https://router.example', 'X-Forwarded-Proto': 'https' }
  for (let n = 0; n < 3; n++) {
    const answer = await open.fetch('/login', { method: 'POST', headers, body: new URLSearchParams(login) })
    // By HTTP, as it looks from here, this name could be anybody's.
    expect(answer.status).toBe(421)
  }
  const told = open.lines.filter((line) => line.includes('--trusted-proxies'))
  expect(told).toHaveLength(1)
  expect(JSON.parse(told[0] ?? '')).toMatchObject({ event: 'proxy.not-trusted', peer: '127.0.0.1' })
  await open.stop()
})

test('12.15 a proxy on a unix socket that sends no X-Forwarded-For causes one line in the log', async () => {
  await using here = await startService()
  const visitor = here.browser({ peer: undefined, tls: false })
  for (let n = 0; n < 3; n++) await visitor.post('/login', { username: 'admin', password: 'wrong' })
  expect(here.log.of('proxy.names-no-client')).toHaveLength(1)
})

test('12.15 a proxy on a unix socket that sends X-Forwarded-For causes none', async () => {
  await using here = await startService()
  const visitor = here.browser({ peer: undefined, tls: false })
  const headers = { 'X-Forwarded-For': '192.0.2.1' }
  await visitor.post('/login', { username: 'admin', password: 'wrong' }, headers)
  expect(here.log.of('proxy.names-no-client')).toEqual([])
})
