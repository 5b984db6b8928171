import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import net from 'node:net'
import tls from 'node:tls'
import type { Certificate } from './certificates.ts'
import { until } from './until.ts'

/** What the wire device does with a request: it has the socket to itself. */
export type Talk = (socket: Socket, request: string) => void

/** A device made of one function and a socket, for what no well-meant server would do. */
export interface WireDevice {
  readonly root: URL
  /** Every request that arrived, as text. */
  readonly requests: readonly string[]
  /** How many connections were opened. */
  connections(): number
  /** Resolves when no connection is open. */
  hungUp(): Promise<void>
  close(): void
}

export async function wireDevice(talk: Talk, certificate?: Certificate): Promise<WireDevice> {
  const requests: string[] = []
  const open = new Set<Socket>()
  let connections = 0

  const serve = (socket: Socket) => {
    connections += 1
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.on('data', (bytes) => {
      requests.push(bytes.toString('latin1'))
      talk(socket, bytes.toString('latin1'))
    })
  }

  const server = certificate ? tls.createServer({ ...certificate }, serve) : net.createServer(serve)
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    root: rootOf(server, certificate ? 'https' : 'http'),
    requests,
    connections: () => connections,
    async hungUp() {
      await until(() => open.size === 0, 'every connection is closed')
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function rootOf(server: Server, scheme: string): URL {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a wire device listens on TCP')
  return new URL(`${scheme}://127.0.0.1:${address.port}/restconf`)
}

/** An HTTP answer as bytes on the wire. */
export function reply(status: number, mediaType: string, body = '', more: readonly string[] = []): string {
  const lines = [
    `HTTP/1.1 ${status} x`,
    `Content-Type: ${mediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return [...lines, ...more, '', body].join('\r\n')
}

export const YANG_JSON = 'application/yang-data+json'

/** RESTCONF's own "not there" and "not you". */
export const errorBody = (tag: string, message = 'No data.') =>
  JSON.stringify({
    'ietf-restconf:errors': {
      error: [{ 'error-type': 'protocol', 'error-tag': tag, 'error-message': message }],
    },
  })
