import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { findCommand } from '../../scripts/find-command.ts'
import { isListening } from '../support/is-listening.ts'
import { adapted } from '../support/proxy.ts'
import { until } from '../support/until.ts'

/** nginx in front of the service and of a terminal, as in examples/nginx, and a page of another site. */
export interface Terminal {
  /** Where the service answers over HTTPS. */
  readonly portal: string
  /** A page of the terminal, which opens its own WebSocket. */
  readonly page: string
  /** A page on another port of the same host, which opens a WebSocket to the terminal. */
  readonly foreignPage: string
  stop(): Promise<void>
}

export async function startTerminal(service: string): Promise<Terminal> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-terminal-'))
  makeCertificate(folder)
  const ports = { portal: await freePort(), terminal: await freePort() }
  const socket = `wss://localhost:${ports.terminal}/ws`
  const application = createHttpServer((_, answer) => answer.end(pageThatOpens(socket)))
  application.on('upgrade', acceptWebSocket)
  const certificate = { cert: readFileSync(`${folder}/cert.pem`), key: readFileSync(`${folder}/key.pem`) }
  const foreign = createHttpsServer(certificate, (_, answer) => answer.end(pageThatOpens(socket)))
  const servers = [application, foreign]
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')

  const nginx = startNginx(folder, [
    adapted('examples/nginx/portico.conf', {
      '/etc/ssl/portico': folder,
      'listen 443': `listen ${ports.portal}`,
      'listen 80': `listen ${await freePort()}`,
      'server 127.0.0.1:10000;': `server ${new URL(service).host};`,
    }),
    adapted('examples/nginx/applications.conf', {
      '/etc/ssl/portico': folder,
      'listen 7681': `listen ${ports.terminal}`,
      '127.0.0.1:7682': `127.0.0.1:${portOf(application)}`,
    }),
  ])
  await until(() => isListening(ports.terminal), 'nginx listens')
  return {
    portal: `https://localhost:${ports.portal}`,
    page: `https://localhost:${ports.terminal}/`,
    foreignPage: `https://localhost:${portOf(foreign)}/`,
    async stop() {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

/** Its title says how it went. */
function pageThatOpens(socket: string): string {
  return `<!DOCTYPE html><title>waiting</title><script>
    const socket = new WebSocket('${socket}')
    socket.onmessage = ({ data }) => { document.title = data }
    socket.onerror = () => { document.title = 'refused' }
  </script>`
}

/** RFC 6455, as far as a terminal needs that says one thing: `root#`. */
function acceptWebSocket({ headers }: IncomingMessage, socket: Duplex): void {
  const accept = createHash('sha1')
    .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.write(Buffer.concat([Buffer.from([0x81, 5]), Buffer.from('root#')]))
  socket.on('error', () => {})
}

function makeCertificate(folder: string): void {
  const names = ['-subj', '/CN=Test', '-addext', 'subjectAltName=DNS:localhost']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`]
  execFileSync('openssl', ['req', '-x509', ...key, ...names, ...files], { stdio: 'ignore' })
}

function startNginx(folder: string, servers: readonly string[]): ChildProcess {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const http = ['access_log off;', ...temporary, ...servers].join('\n')
  const main = `daemon off; user root; pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp {\n${http}\n}`
  writeFileSync(`${folder}/nginx.conf`, main)
  const args = ['-c', `${folder}/nginx.conf`, '-p', folder]
  return spawn(findCommand(['nginx']) ?? 'nginx', args, { stdio: 'ignore' })
}

/** Below the ports that the kernel gives to connections, so that it stays free until nginx takes it. */
async function freePort(): Promise<number> {
  const port = 10_000 + Math.floor(Math.random() * 12_000)
  const server = createHttpServer()
  const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isFree ? port : freePort()
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
