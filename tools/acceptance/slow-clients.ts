import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestDevice } from '../../test/support/device/test-device.ts'
import { logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'
import { type Ending, outlast } from '../measure/wire.ts'

export const ids = ['W1']
export const requirement =
  'a client that is silent or dribbles is hung up on in time, and a slow device is waited for'

const head = 'Host: localhost\r\nContent-Type: application/x-www-form-urlencoded'
const dribble = (bytes: string) => ({ bytes, everyMs: 1_000 })

/** Each kind of slow client, with the most seconds that it may keep its connection. */
const kinds: readonly [string, number, (port: number) => Promise<Ending>][] = [
  ['silent', 15, (port) => outlast(port, '')],
  ['half a request line', 15, (port) => outlast(port, 'GET /login')],
  [
    'a header every second',
    15,
    (port) => outlast(port, 'GET /login HTTP/1.1\r\nHost: localhost\r\n', dribble('X-A: b\r\n')),
  ],
  ['no body', 30, (port) => outlast(port, `POST /login HTTP/1.1\r\n${head}\r\nContent-Length: 99\r\n\r\n`)],
  [
    'a byte of body every second',
    30,
    (port) => outlast(port, `POST /login HTTP/1.1\r\n${head}\r\nContent-Length: 9999\r\n\r\n`, dribble('x')),
  ],
  [
    'a chunk every second',
    30,
    (port) =>
      outlast(
        port,
        `POST /login HTTP/1.1\r\n${head}\r\nTransfer-Encoding: chunked\r\n\r\n`,
        dribble('1\r\nx\r\n'),
      ),
  ],
  [
    '700 bytes of body a second',
    30,
    (port) =>
      outlast(port, `POST /login HTTP/1.1\r\n${head}\r\nContent-Length: 16000\r\n\r\n`, {
        bytes: 'x'.repeat(70),
        everyMs: 100,
      }),
  ],
  [
    'a chunk extension without end',
    30,
    (port) =>
      outlast(
        port,
        `POST /login HTTP/1.1\r\n${head}\r\nTransfer-Encoding: chunked\r\n\r\n1;`,
        dribble('x'.repeat(100)),
      ),
  ],
  [
    'a body that was not asked for',
    30,
    (port) =>
      outlast(port, `POST /healthz HTTP/1.1\r\n${head}\r\nContent-Length: 9999\r\n\r\n`, dribble('x')),
  ],
  ['idle after an answer', 65, (port) => outlast(port, 'GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  [
    'a second request a header at a time',
    65,
    (port) =>
      outlast(
        port,
        'GET /login HTTP/1.1\r\nHost: localhost\r\n\r\nGET /login HTTP/1.1\r\n',
        dribble('X-A: b\r\n'),
      ),
  ],
]

/** The same before there is any request: in the handshake of TLS. */
const handshakes: typeof kinds = [
  ['silent before TLS', 15, (port) => outlast(port, '')],
  [
    'a byte of the TLS greeting every second',
    15,
    (port) => outlast(port, '\x16\x03\x01\x40\x00\x01', dribble('x')),
  ],
]

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  device.faults.set({ kind: 'slow', ms: 20_000 }, { resource: 'ietf-yang-library:yang-library' })
  const service = await startService(device.url, '--device-timeout', '25s', '--login-deadline', '28s')
  const folder = mkdtempSync(join(tmpdir(), 'portico-slow-clients-'))
  const withTls = await startService(device.url, '--tls-self-signed', folder)
  const [login, ...endings] = await Promise.all([
    logInAt(service.url, {}),
    ...kinds.map((kind) => time(kind, service.port)),
    ...handshakes.map((kind) => time(kind, withTls.port)),
  ])
  await Promise.all([service.stop(), withTls.stop()])
  rmSync(folder, { recursive: true })
  await device.stop()
  const figures = [
    ...endings.map(({ kind, most, seconds }) => `${kind}: ${seconds.toFixed(1)} s (at most ${most})`),
    `a login that took ${(login.ms / 1000).toFixed(1)} s at the device: ${login.status} (303)`,
  ]
  return {
    ok: endings.every(({ most, seconds }) => seconds <= most) && login.status === 303,
    figures: figures.join('; '),
  }
}

async function time([kind, most, run]: (typeof kinds)[number], port: number) {
  return { kind, most, seconds: (await run(port)).ms / 1000 }
}

if (import.meta.main) console.log(await measure())
