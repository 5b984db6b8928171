import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { blackHole } from './support/black-hole.ts'
import { shownError } from './support/browser.ts'
import { selfSigned } from './support/certificates.ts'
import type { Fault } from './support/device/faults.ts'
import { type ListeningService, startListening } from './support/listening-service.ts'
import { until } from './support/until.ts'
import { reply, type Talk, wireDevice, YANG_JSON } from './support/wire-device.ts'

/** One that gives a device the time it needs, and one that waits for it just long enough to call it slow. */
let patient: ListeningService
let impatient: ListeningService
const servers = () => [patient, impatient]

beforeAll(async () => {
  patient = await startListening()
  impatient = await startListening(['--device-timeout', '600ms', '--login-deadline', '1200ms'])
})
afterEach(() => {
  for (const server of servers()) {
    server.device.faults.clear()
    server.forget()
  }
})
afterAll(() => Promise.all(servers().map((server) => server.stop())))

/** The one that misbehaves so: the patient one, unless what is to be seen is that it does not wait for ever. */
function serverWith(fault: Fault, resource: string): ListeningService {
  const neverEnds = ['hang', 'slow-head', 'drip', 'slow'].includes(fault.kind)
  const server = neverEnds ? impatient : patient
  server.device.faults.set(fault, { resource })
  return server
}

const UNREACHABLE = 'Unable to reach the device. Please try again later.'
const LIBRARY = 'ietf-yang-library:yang-library'
const SERVICES = 'infix-services:web'
const login = { username: 'admin', password: 'admin' }

/** Every way to misbehave, how the log calls it, and the problem that a page shows. */
const faults: readonly [Fault, reason: string, problem: string][] = [
  [{ kind: 'hang' }, 'timeout', 'slow'],
  [{ kind: 'slow-head', everyMs: 20 }, 'timeout', 'slow'],
  [{ kind: 'drip', everyMs: 20 }, 'timeout', 'slow'],
  [{ kind: 'slow', ms: 5_000 }, 'timeout', 'slow'],
  [{ kind: 'reset', how: 'rst' }, 'connection-reset', 'dead'],
  [{ kind: 'reset', how: 'close' }, 'connection-reset', 'dead'],
  [{ kind: 'reset-midway', framing: 'length' }, 'connection-reset', 'dead'],
  [{ kind: 'reset-midway', framing: 'chunked' }, 'connection-reset', 'dead'],
  [{ kind: 'bad-gateway' }, 'status-502', 'dead'],
  [{ kind: 'status', status: 503 }, 'status-503', 'dead'],
  [{ kind: 'html' }, 'media-type', 'malformed'],
  [{ kind: 'media-type', mediaType: 'application/json' }, 'media-type', 'malformed'],
  [{ kind: 'media-type', mediaType: 'text/html' }, 'media-type', 'malformed'],
  [{ kind: 'redirect', to: 'http://evil.example/' }, 'redirect', 'malformed'],
  [{ kind: 'redirect', to: '/restconf/data/ietf-system:system', status: 307 }, 'redirect', 'malformed'],
  [{ kind: 'status', status: 500, message: 'secret-of-the-device' }, 'status-500', 'malformed'],
  [{ kind: 'status', status: 201 }, 'status-201', 'malformed'],
  [{ kind: 'status', status: 204 }, 'status-204', 'malformed'],
  [{ kind: 'status', status: 418 }, 'status-418', 'malformed'],
  [{ kind: 'gzip' }, 'content-encoding', 'malformed'],
  [{ kind: 'huge', bytes: 64 * 2 ** 20, framing: 'length' }, 'too-large', 'malformed'],
  [{ kind: 'huge', bytes: 64 * 2 ** 20, framing: 'chunked' }, 'too-large', 'malformed'],
]

describe('the read that verifies the password', () => {
  test.each(faults)(
    'D1 D2 D3 D4 D8 %j: unreachable after one call, and no session; the next login works',
    async (fault, reason) => {
      const server = serverWith(fault, LIBRARY)
      const answer = await server.post('/login', login)
      const page = await answer.text()
      expect(answer.status).toBe(200)
      expect(page).toContain(UNREACHABLE)
      expect(page).not.toMatch(/secret-of-the-device|evil\.example|Welcome aboard|Loading/)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(server.device.journal.entries).toHaveLength(1)
      expect(server.lines.join('')).toContain(`"reason":"${reason}"`)
      server.device.faults.clear()
      // On a busy machine the impatient one may need another.
      await until(async () => (await server.post('/login', login)).status === 303, 'the next login works')
    },
  )
})

describe('the read of the services', () => {
  test.each([
    ...faults.map(([fault]) => fault),
    { kind: 'bad-json' } as const,
    { kind: 'bad-json', text: '{"infix-services:web":{"__proto__":{"console":{"enabled":true}}}}' } as const,
    { kind: 'deep', depth: 100_000 } as const,
    { kind: 'status', status: 401 } as const,
    { kind: 'status', status: 403 } as const,
    { kind: 'status', status: 404 } as const,
  ])('D4 D6 D8 S11 %j: both shortcuts are off after one call, and login proceeds', async (fault) => {
    const server = serverWith(fault, SERVICES)
    const visitor = await server.logIn()
    const session = await (await server.visit('/session', visitor)).json()
    expect(session).toMatchObject({ features: { console: false, 'the service': false } })
    expect(server.device.journal.count({ resource: SERVICES })).toBe(1)
  })
})

describe('the reads of the pages', () => {
  type Row = readonly [path: string, resource: string, ...(typeof faults)[number]]
  const facts = faults.map((row): Row => ['/overview/facts', 'ietf-system:system-state', ...row])
  // What one fragment makes of each fault the others make of it, too: one of each kind shows that.
  const others = faults
    .filter(([{ kind }]) => ['hang', 'reset-midway', 'huge'].includes(kind))
    .flatMap((row): Row[] => [
      ['/interfaces/table', 'ietf-interfaces:interfaces', ...row],
      ['/device-name', 'ietf-system:system', ...row],
    ])

  test.each([...facts, ...others])(
    'D4 D5 D7 D8 %s, whose %s has %j: says so in its place',
    async (path, resource, fault, reason, problem) => {
      const server = serverWith(fault, resource)
      const visitor = await server.logIn()
      server.forget()
      const answer = await server.visit(path, visitor, { 'HX-Request': 'true' })
      const content = await answer.text()
      expect(answer.status).toBe(problem === 'slow' ? 504 : 502)
      expect(content).toContain(`data-problem="${problem}"`)
      expect(content).not.toMatch(/secret-of-the-device|evil\.example|Welcome aboard|node:|\.ts:/)
      expect(server.lines.join('')).toContain(`"reason":"${reason}"`)
      expect(server.device.journal.count({ resource })).toBe(1)
      expect((await server.visit('/', visitor)).status).toBe(200)
    },
  )
})

describe('headers and error texts of the device', () => {
  const headers = {
    'Set-Cookie': ['session=evil; Path=/', 'x=y'],
    Refresh: '0; url=http://evil.example/',
    'WWW-Authenticate': 'Basic realm="evil"',
    Location: 'http://evil.example/',
    'Content-Security-Policy': "default-src *; script-src 'unsafe-inline'",
    'Strict-Transport-Security': 'max-age=0',
    'Clear-Site-Data': '"*"',
    Link: '<http://evil.example/x.css>; rel=stylesheet',
    'X-Evil': 'evil',
  }

  test('D7 no header of the device reaches the browser', async () => {
    const server = patient
    server.device.faults.set({ kind: 'headers', headers })
    const answer = await server.post('/login', login)
    expect(answer.headers.getSetCookie().join()).not.toContain('evil')
    const visitor = await server.logIn()
    const answers = [
      answer,
      await server.visit('/interfaces/table', visitor),
      await server.visit('/overview/facts', visitor, { 'HX-Request': 'true' }),
      await server.post('/login', { username: 'admin', password: 'wrong' }),
    ]
    for (const { headers } of answers) {
      expect(JSON.stringify([...headers])).not.toMatch(
        /evil|unsafe|"\*"|max-age=0;|www-authenticate|refresh/i,
      )
    }
  })

  test('L2 its error texts cannot add a line to the log', async () => {
    const message = '\r\n{"event":"login.succeeded"}\u001b[2J\u202e\u2028'
    const server = serverWith({ kind: 'status', status: 500, message }, LIBRARY)
    await server.post('/login', login)
    for (const line of server.lines) {
      expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(JSON.parse(line).event).not.toBe('login.succeeded')
    }
  })
})

test('D4 a device that takes no handshake is unreachable', async () => {
  const mute = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const open = await startListening(
    ['--device-timeout', '300ms'],
    {},
    `https://127.0.0.1:${mute.port}/restconf`,
  )
  expect(await (await open.post('/login', login)).text()).toContain(UNREACHABLE)
  expect(open.lines.join('')).toContain('"reason":"timeout"')
  await open.stop()
  mute.stop(true)
})

test('D4 D8 a device that swallows every packet is unreachable, by http and by https', async () => {
  const hole = await blackHole()
  for (const scheme of ['http', 'https']) {
    const restconf = `${scheme}://127.0.0.1:${hole.port}/restconf`
    const open = await startListening(['--device-timeout', '300ms'], {}, restconf)
    expect(await (await open.post('/login', login)).text()).toContain(UNREACHABLE)
    expect(open.lines.join('')).toContain('"reason":"timeout"')
    await open.stop()
  }
  hole.close()
})

const self = () => selfSigned('IP:127.0.0.1')
const library: Talk = (socket, request) =>
  socket.end(reply(/^authorization:/im.test(request) ? 200 : 401, YANG_JSON, '{}', ['Connection: close']))

test('T17 L3 a device with a self-signed certificate is never sent a password, and the log names TLS', async () => {
  const device = await wireDevice(library, self())
  const server = await startListening([], {}, device.root.href)
  const answer = await server.post('/login', { username: 'admin', password: 'admin' })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(shownError(await answer.text())).toBe('Unable to reach the device. Please try again later.')
  expect(device.requests).toEqual([])
  const refused = server.lines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'login.refused')
  expect(refused).toMatchObject([{ because: 'device-unreachable', reason: 'tls-untrusted' }])
  await server.stop()
  device.close()
})

test('T17 with --insecure-tls it is sent the password, after a warning at the start', async () => {
  const device = await wireDevice(library, self())
  const server = await startListening(['--insecure-tls'], {}, device.root.href)
  expect(server.events()).toEqual(['device.tls-not-verified'])
  expect((await server.post('/login', { username: 'admin', password: 'admin' })).status).toBe(303)
  await server.stop()
  device.close()
})
