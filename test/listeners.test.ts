import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { readAnswers } from './support/raw.ts'
import { type Running, start } from './support/running.ts'
import { temporaryFolder } from './support/temporary-file.ts'
import { until } from './support/until.ts'

const folder = temporaryFolder()
const socket = join(folder, 'portico.sock')
const programs: Running[] = []
const ports: Record<string, number> = {}

/** Starts `portico` with these words, and keeps what it says of its addresses. */
async function run(...args: readonly string[]): Promise<Record<string, unknown>> {
  const program = start([process.execPath, 'src/main.ts', ...args], { env: { HOME: folder } })
  programs.push(program)
  const line = () =>
    program
      .said()
      .split('\n')
      .find((each) => each.includes('"event":"service.started"') || each.startsWith('ready {'))
  const found = await until(line, `portico ${args[0]} has started`)
  return JSON.parse(found.replace(/^ready /, ''))
}

const portOf = (address: unknown) => Number(new URL(String(address)).port)
const json = ['--log-format', 'json']
const device = ['--restconf', 'http://127.0.0.1:9/restconf']

beforeAll(async () => {
  const free = ['--listen', '127.0.0.1:0']
  const watched = await run('serve', ...device, ...json, ...free, '--metrics-listen', '127.0.0.1:0')
  ports.service = portOf(watched.address)
  ports.metrics = portOf(watched.metrics)
  const own = ['--tls-self-signed', join(folder, 'tls')]
  ports.tls = portOf((await run('serve', ...device, ...json, ...free, ...own)).address)
  await run('serve', ...device, ...json, '--listen', `unix:${socket}`)
  ports.device = portOf((await run('device')).device)
})
afterAll(() => Promise.all(programs.map((program) => program.stop())))

/** How to reach each server that a command starts. */
const listeners = [
  { name: 'the service', open: () => connect(Number(ports.service), '127.0.0.1') },
  {
    name: 'the service with TLS',
    open: () => connectTls({ port: Number(ports.tls), host: '127.0.0.1', rejectUnauthorized: false }),
  },
  { name: 'the service on a unix socket', open: () => connect(socket) },
  { name: 'the metrics', open: () => connect(Number(ports.metrics), '127.0.0.1') },
  { name: 'the demo device', open: () => connect(Number(ports.device), '127.0.0.1') },
]

/** Everything that comes back for a request line, until the other end hangs up. */
function ask(open: () => Socket, path: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const connection = open()
    connection.on('data', (bytes) => {
      heard += bytes.toString('latin1')
    })
    connection.on('error', () => resolve(heard))
    connection.on('close', () => resolve(heard))
    connection.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  })
}

/** What the runtime's own pages show: what it is, and our source with its paths. */
const FROM_INSIDE = /bun|\.ts\b|src\/|node_modules|at .+:\d+:\d+|stack|uptime/i

const paths = ['/bun:info', '/bun:info/', '//[', '//[::1', '/%', '/%ff%fe', '//', '/src:/index.ts', '/_bun/x']

describe.each(listeners)('12.9 $name answers for itself, and the runtime never', ({ open }) => {
  test.each(paths)('GET %s', async (path) => {
    const [answer] = readAnswers(await ask(open, path), false)
    // 301: so a real device answers a path with two slashes, and so does the demo.
    expect([301, 303, 400, 401, 404]).toContain(answer?.status ?? 0)
    expect(answer?.body).not.toMatch(FROM_INSIDE)
  })
})
