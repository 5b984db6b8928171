import { chmodSync, rmSync, statSync } from 'node:fs'
import type { ListenAddress } from '../settings/readers.ts'
import type { Service } from '../wiring.ts'

/** Longer than a login may take at the device: Bun closes a connection whose answer is silent for longer. */
const SILENCE_SECONDS = 25
const UNIX_MODE = 0o660

export interface Listening {
  readonly address: URL | string
  /** Takes nothing new, and resolves when what is under way is answered. */
  stop(): Promise<void>
}

/** Puts the service on the network, or on a unix socket. */
export function listen(service: Service, where: ListenAddress): Listening {
  if (where.kind === 'unix') return listenOnUnix(service, where.path)
  const server = Bun.serve({
    hostname: where.host,
    port: where.port,
    idleTimeout: SILENCE_SECONDS,
    fetch: (request, server) =>
      service.fetch(request, { peer: server.requestIP(request)?.address, tls: false }),
  })
  return { address: server.url, stop: () => server.stop() }
}

function listenOnUnix(service: Service, path: string): Listening {
  removeStaleSocket(path)
  const server = Bun.serve({
    unix: path,
    fetch: (request) => service.fetch(request, { peer: undefined, tls: false }),
  })
  chmodSync(path, UNIX_MODE)
  return { address: `unix:${path}`, stop: () => server.stop() }
}

/** What a killed predecessor left behind; anything that is not a socket is not ours to remove. */
function removeStaleSocket(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path)
}
