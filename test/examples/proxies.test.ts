import { afterEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { findCommand } from '../../scripts/find-command.ts'
import { freePort } from '../support/free-port.ts'
import { adapted, browse, folderWithCertificate, listening } from '../support/proxy.ts'
import { type Running, start } from '../support/running.ts'

const folder = folderWithCertificate()
const started: Running[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((program) => program.stop()))
})

/** The demo behind the proxy, listening there; its address as the proxy's file would say it. */
async function startDemo(listen: string) {
  const demo = start([process.execPath, 'src/main.ts', 'demo', '--listen', listen, '--log-format', 'json'])
  started.push(demo)
  const { url } = JSON.parse(await demo.saying('ready '))
  return { demo, address: listen.startsWith('unix:') ? listen.slice('unix:'.length) : new URL(url).host }
}

async function startProxy(command: readonly string[], port: number) {
  const [name = '', ...args] = command
  started.push(
    start([findCommand([name]) ?? name, ...args], { env: { HOME: folder, XDG_DATA_HOME: folder } }),
  )
  await listening(port)
}

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** The example is included in the smallest nginx there is. */
function nginx(...includes: readonly string[]): string[] {
  const lines = [
    ...['daemon off;', 'user root;', `pid ${folder}/nginx.pid;`, 'error_log stderr;', 'events {}', 'http {'],
    'access_log off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    ),
    ...includes.map((file) => `include ${file};`),
    '}',
  ]
  return ['nginx', '-c', write('nginx.conf', lines.join('\n')), '-p', folder]
}

interface Proxy {
  /** How its file spells a unix socket. */
  readonly unix: string
  readonly command: (service: string, port: number) => string[]
}

const certificate = { '/etc/ssl/portico': folder }

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: { unix: 'unix:', command: (service, port) => nginx(nginxFile(service, port)) },
  caddy: {
    unix: 'unix/',
    command(service, port) {
      const text = adapted('examples/caddy/Caddyfile', {
        ...certificate,
        'portico.example:443': `localhost:${port}`,
        'http_port 80': `http_port ${freePort()}`,
        '127.0.0.1:10000': service,
      })
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', write('Caddyfile', text)]
    },
  },
  haproxy: {
    unix: 'unix@',
    command(service, port) {
      const text = adapted('examples/haproxy/haproxy.cfg', {
        ...certificate,
        'bind :443': `bind 127.0.0.1:${port}`,
        'one 127.0.0.1:10000': `one ${service}`,
      })
      return ['haproxy', '-db', '-f', write('haproxy.cfg', text)]
    },
  },
}

function nginxFile(service: string, port: number): string {
  const text = adapted('examples/nginx/portico.conf', {
    ...certificate,
    'listen 443': `listen ${port}`,
    'listen 80': `listen ${freePort()}`,
    'server 127.0.0.1:10000;': `server ${service};`,
  })
  return write('portico.conf', text)
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const cookieOf = (answer: { headers: { 'set-cookie'?: string[] | undefined } }) =>
  (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')

describe.each(Object.entries(proxies))('%s in front', (_, { unix, command }) => {
  test.each([
    ['a port', '127.0.0.1:0', ''],
    ['a unix socket', `unix:${folder}/portico.sock`, unix],
  ])(
    'over %s a login goes through, is known to be secure, and comes from where the browser is',
    async (_, listen, prefix) => {
      const port = freePort()
      const { demo, address } = await startDemo(listen)
      await startProxy(command(prefix + address, port), port)

      const login = await browse(port, '/login', {
        method: 'POST',
        // What a browser claims of itself must not count.
        headers: { ...form, origin: `https://localhost:${port}`, 'x-forwarded-for': '203.0.113.66' },
        body: 'username=admin&password=admin',
      })
      expect(login.statusCode).toBe(303)
      expect(login.headers.location).toBe('/')
      expect(login.headers['set-cookie']?.[0]).toMatch(
        /^session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      expect(login.headers['strict-transport-security']).toBe('max-age=31536000')
      expect(login.headers.server ?? '').not.toMatch(/\d/)

      const page = await browse(port, '/', { headers: { cookie: cookieOf(login) } })
      expect(page.statusCode).toBe(200)
      expect(page.text).toContain('admin')
      expect(eventOf(demo, 'login.succeeded')).toMatchObject({ address: '127.0.0.7' })

      // 12.9 past the proxy, too, the runtime answers nothing by itself.
      for (const path of ['/bun:info', '//[', '/%']) {
        const own = await browse(port, path)
        expect([303, 400, 404]).toContain(own.statusCode ?? 0)
        expect(own.text).not.toContain('bun_version')
      }

      const forged = await browse(port, '/login', {
        method: 'POST',
        headers: { ...form, origin: 'https://localhost:1' },
        body: 'username=admin&password=admin',
      })
      expect(forged.statusCode).toBe(403)
    },
  )
})

describe('nginx in front of an application behind the same login', () => {
  const seen: Headers[] = []
  /** What a browser, or a program that passes for one, may claim of itself. */
  const claims = {
    'x-remote-user': 'root',
    'x-forwarded-user': 'root',
    'x-forwarded-for': '203.0.113.66',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-real-ip': '203.0.113.66',
    forwarded: 'for=203.0.113.66',
  }

  test('lets in a session with the feature, by its user’s name and without its cookie; others log in first', async () => {
    const application = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request, server) {
        seen.push(request.headers)
        return server.upgrade(request) ? undefined : new Response('the console')
      },
      websocket: { message() {} },
    })
    const [port, consolePort] = [freePort(), freePort()]
    const { address } = await startDemo('127.0.0.1:0')
    const console = write(
      'applications.conf',
      adapted('examples/nginx/applications.conf', {
        ...certificate,
        'listen 7681': `listen ${consolePort}`,
        '127.0.0.1:7682': `127.0.0.1:${application.port}`,
      }),
    )
    await startProxy(nginx(nginxFile(address, port), console), consolePort)

    const stranger = await browse(consolePort, '/')
    expect(stranger.statusCode).toBe(303)
    expect(stranger.headers.location).toBe('https://localhost/login')
    expect(seen).toEqual([])

    const login = await browse(port, '/login', {
      method: 'POST',
      headers: form,
      body: 'username=admin&password=admin',
    })
    expect(login.statusCode).toBe(303)
    const user = await browse(consolePort, '/', {
      headers: { ...claims, cookie: `${cookieOf(login)}; other=1`, accept: 'text/html' },
    })
    expect(user.text).toBe('the console')
    expect(Object.fromEntries(seen[0] ?? [])).toEqual({
      accept: 'text/html',
      host: `localhost:${consolePort}`,
      'x-forwarded-host': `localhost:${consolePort}`,
      'x-forwarded-for': '127.0.0.7',
      'x-forwarded-proto': 'https',
      'x-remote-user': 'admin',
    })

    const terminal = await upgradeAt(consolePort, { ...claims, cookie: cookieOf(login) })
    expect(terminal).toStartWith('HTTP/1.1 101 ')
    expect(seen[1]?.get('upgrade')).toBe('websocket')
    const h2c = { ...claims, cookie: cookieOf(login), upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }
    expect(await upgradeAt(consolePort, h2c)).toStartWith('HTTP/1.1 200 ')
    expect(seen[2]?.get('upgrade')).toBeNull()
    expect(seen[2]?.get('http2-settings')).toBeNull()
    await application.stop(true)
  })
})

/** Asks for another protocol, a web socket unless the headers say so, and returns how the answer begins. */
function upgradeAt(port: number, headers: Readonly<Record<string, string>>): Promise<string> {
  const all = {
    host: `localhost:${port}`,
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'websocket',
    origin: `https://localhost:${port}`,
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-version': '13',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      socket.destroy()
      resolve(bytes.toString())
    })
    socket.write(`GET / HTTP/1.1\r\n${lines.join('')}\r\n`)
  })
}

/** The first line of the log with this event. */
function eventOf(program: Running, event: string): unknown {
  const line = program
    .said()
    .split('\n')
    .find((line) => line.includes(`"event":"${event}"`))
  if (line === undefined) throw new Error(`no ${event} in the log:\n${program.said()}`)
  return JSON.parse(line)
}
