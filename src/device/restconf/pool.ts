import { timingSafeEqual, type X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { connectionFailure, failure } from './codes.ts'
import { type DeviceTrust, publicKeyPin } from './tls.ts'

export interface PoolSettings {
  readonly root: URL
  readonly trust: DeviceTrust
}

/** One request to the device: a GET, or a POST when it has a body. */
export interface Question {
  /** From the root of the server, with its query. */
  readonly path: string
  readonly authorization?: string | undefined
  readonly accept?: string | undefined
  readonly body?: string | undefined
}

/** A few connections to one device, kept open for a while between requests. */
export interface Pool {
  /**
   * Sends one request and resolves to the head of the answer. The request, with its password, is written
   * only once the other end is known to be the device.
   */
  send(question: Question, signal: AbortSignal): Promise<IncomingMessage>
  closeIdle(): void
}

export function openPool({ root, trust }: PoolSettings): Pool {
  // An idle connection is given up long before a device would close it: a request that meets the closing
  // is lost, and looks like a dead device. A shorter `Keep-Alive: timeout=` is obeyed by the agent.
  // Queues limit logins and page reads; together they need fewer connections than there are.
  const options = { keepAlive: true, timeout: 4000, maxSockets: 128, maxFreeSockets: 8 }
  const agent =
    root.protocol === 'http:'
      ? new http.Agent(options)
      : new https.Agent({ ...options, ...tlsOptions(trust) })
  return {
    send: (question, signal) => send({ root, trust, agent }, question, signal),
    closeIdle() {
      for (const idle of Object.values(agent.freeSockets)) {
        for (const socket of idle ?? []) socket.destroy()
      }
    },
  }
}

interface Line extends PoolSettings {
  readonly agent: http.Agent
}

function send({ root, trust, agent }: Line, question: Question, signal: AbortSignal) {
  const { path, authorization, body } = question
  const { request: open } = root.protocol === 'http:' ? http : https
  const request = open(root, {
    agent,
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: headersOf(question),
  })
  // Not among the agent's options: an idle connection keeps the options of its first request, password included.
  if (authorization !== undefined) request.setHeader('Authorization', authorization)
  return new Promise<IncomingMessage>((resolve, reject) => {
    signal.addEventListener('abort', () => {
      request.destroy()
      reject(signal.reason) // a request given up during a handshake emits no error
    })
    let handshaking = root.protocol === 'https:'
    request.on('socket', (socket) =>
      whenTrusted(socket, trust, (refusal) => {
        handshaking = false
        if (refusal) request.destroy(refusal)
        else request.end(body)
      }),
    )
    request.on('response', resolve)
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      reject(failure(`status-${statusCode}`))
    })
    request.on('error', (error) => reject(connectionFailure(error, handshaking)))
  })
}

/** clixon takes a body only with exactly this type; rousette answers 415 to a GET that names one. */
function headersOf({ accept = 'application/yang-data+json', body }: Question): http.OutgoingHttpHeaders {
  const headers = { Accept: accept, 'Accept-Encoding': 'identity' }
  if (body === undefined) return headers
  return {
    ...headers,
    'Content-Type': 'application/yang-data+json',
    'Content-Length': Buffer.byteLength(body),
  }
}

/**
 * How the certificate is checked while connecting. A pin is checked afterwards, by {@link whenTrusted}.
 * Verification is said outright: left out, NODE_TLS_REJECT_UNAUTHORIZED=0 would switch it off.
 */
function tlsOptions(trust: DeviceTrust): ConnectionOptions {
  if (trust.kind === 'ca') return { ca: trust.pem, rejectUnauthorized: true }
  return { rejectUnauthorized: trust.kind === 'system' }
}

/**
 * Calls `go` once the other end is known to be the device, with an error when it is not.
 * Nothing may be written before: the request carries a password.
 */
function whenTrusted(socket: Socket, trust: DeviceTrust, go: (refusal?: Error) => void): void {
  const look = () => go(isTrusted(socket, trust) ? undefined : failure('tls-pin-mismatch'))
  const handshaking = isTls(socket) && socket.getPeerX509Certificate() === undefined
  if (handshaking) socket.once('secureConnect', look)
  else look()
}

/** The runtime asks checkServerIdentity only about chains it trusts, so a pin is compared here. */
function isTrusted(socket: Socket, trust: DeviceTrust): boolean {
  if (trust.kind !== 'pin' || !isTls(socket)) return true
  const certificate = socket.getPeerX509Certificate()
  return certificate !== undefined && samePin(publicKeyPin(certificate), trust.sha256)
}

interface TlsSocket extends Socket {
  getPeerX509Certificate(): X509Certificate | undefined
}

/** Checked by its methods: importing node:tls for `instanceof` would delay the start of the service. */
function isTls(socket: Socket): socket is TlsSocket {
  return 'getPeerX509Certificate' in socket
}

function samePin(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'base64'), Buffer.from(b, 'base64')]
  return left.length === right.length && timingSafeEqual(left, right)
}
