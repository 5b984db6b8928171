import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { connectionFailure, failure } from './codes.ts'
import { type DeviceTrust, tlsOptions, whenTrusted } from './tls.ts'

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
  // Logins have their turns, and the reads of pages theirs: fewer in all than there are connections.
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
  // Not among the options above: an idle connection keeps those of its first request, password and all.
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
