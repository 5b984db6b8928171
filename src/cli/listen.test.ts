import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import type { Service } from '../wiring.ts'
import { type Listening, listen } from './listen.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-listen-'))
const path = join(folder, 'portico.sock')
const service: Service = {
  fetch: (_, { peer }) => new Response(`peer ${peer}`),
  watchDevice: async () => {},
  giveUpOnDevice: () => {},
  stop: async () => {},
}
let listening: Listening
afterEach(async () => {
  await listening.stop()
  rmSync(path, { force: true })
})
const listenAs = (...flags: readonly string[]) =>
  listen(service, readConfig(['--listen', `unix:${path}`, ...flags], {}), silentLog)

test('--listen-mode says who may connect', async () => {
  listening = await listenAs('--listen-mode', '0600')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await (await fetch('http://localhost/', { unix: path })).text()).toBe('peer undefined')
})

test('the socket of a killed predecessor is no obstacle', async () => {
  const killed = Bun.spawn(
    [
      process.execPath,
      '-e',
      `Bun.serve({ unix: '${path}', fetch: () => new Response() }); console.log('up')`,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await killed.stdout.getReader().read()
  killed.kill('SIGKILL')
  await killed.exited
  expect(statSync(path).isSocket()).toBe(true)
  listening = await listenAs()
  expect((await fetch('http://localhost/', { unix: path })).status).toBe(200)
})

test('B5 H1 who hangs up on us with the request still unread is not taken for a trusted proxy on a unix socket', async () => {
  const asked: string[] = []
  const remembering: Service = {
    ...service,
    fetch: (request, { peer }) => {
      asked.push(`${new URL(request.url).pathname} by ${peer}`)
      return new Response()
    },
  }
  listening = await listen(remembering, readConfig(['--listen', '127.0.0.1:0'], {}), silentLog)
  const { hostname, port, href } = new URL(listening.address)
  const liar = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } })
  liar.write('POST /login HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Length: 0\r\n\r\n')
  liar.terminate()

  await fetch(`${href}after-it`)
  expect(asked).toEqual(['/after-it by 127.0.0.1'])
})
