import http from 'node:http'
import https from 'node:https'
import type { DeviceTrust } from './tls.ts'
import { tlsOptions } from './tls.ts'

export interface PoolSettings {
  readonly root: URL
  readonly trust: DeviceTrust
}

/** A few connections to one device, kept open for a while between requests. */
export interface Pool extends PoolSettings {
  readonly agent: http.Agent
}

export function openPool({ root, trust }: PoolSettings): Pool {
  // An idle connection is given up long before a device would close it: a request that meets the closing
  // is lost, and looks like a dead device. A shorter `Keep-Alive: timeout=` is obeyed by the agent.
  const options = { keepAlive: true, timeout: 4000, maxSockets: 64, maxFreeSockets: 8 }
  const agent =
    root.protocol === 'http:'
      ? new http.Agent(options)
      : new https.Agent({ ...options, ...tlsOptions(trust) })
  return { root, trust, agent }
}

export function closeIdle({ agent }: Pool): void {
  for (const idle of Object.values(agent.freeSockets)) {
    for (const socket of idle ?? []) socket.destroy()
  }
}
