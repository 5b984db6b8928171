import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { type Question, sendRequest } from './send-request.ts'
import { tlsOptions } from './tls.ts'
import type { DeviceTrust } from './trust.ts'

export interface PoolSettings {
  readonly root: URL
  readonly trust: DeviceTrust
}

/** A few connections to one device, kept open for a while between requests. */
export interface Pool {
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
    send: (question, signal) => sendRequest({ root, trust, agent }, question, signal),
    closeIdle() {
      for (const idle of Object.values(agent.freeSockets)) {
        for (const socket of idle ?? []) socket.destroy()
      }
    },
  }
}
