import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { failure } from './codes.ts'
import { connectionFailure } from './connection-failure.ts'
import { whenTrusted } from './tls.ts'
import type { DeviceTrust } from './trust.ts'

interface Line {
  readonly root: URL
  readonly trust: DeviceTrust
  readonly agent: http.Agent
}

export interface Question {
  /** Below the root, beginning with a slash. */
  readonly path: string
  readonly authorization?: string | undefined
}

/**
 * Sends one GET and resolves to the head of what comes back. The request, with its password, is written
 * only once the other end is known to be the device.
 */
export function sendRequest(
  { root, trust, agent }: Line,
  { path, authorization }: Question,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request: open } = root.protocol === 'http:' ? http : https
  const request = open(root, {
    agent,
    path: root.pathname.replace(/\/+$/, '') + path,
    headers: { Accept: 'application/yang-data+json', 'Accept-Encoding': 'identity' },
  })
  // Not among the options above: an idle connection keeps those of its first request, password and all.
  if (authorization !== undefined) request.setHeader('Authorization', authorization)
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      request.destroy()
      reject(signal.reason) // a request given up during a handshake tells nobody
    })
    let handshaking = root.protocol === 'https:'
    request.on('socket', (socket) =>
      whenTrusted(socket, trust, (refusal) => {
        handshaking = false
        if (refusal) request.destroy(refusal)
        else request.end()
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
