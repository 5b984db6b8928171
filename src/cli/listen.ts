import { chmodSync, rmSync, statSync } from 'node:fs'
import type { Log } from '../log.ts'
import type { ListenAddress } from '../settings/readers.ts'
import type { Service } from '../wiring.ts'

/** How long a connection may be silent, or next to it: between requests, and in the middle of one. */
const SILENCE_SECONDS = 10
/** While we are at work the silence is ours: longer than the slowest login, which has deadlines of its own. */
const ANSWER_SECONDS = 60
const UNIX_MODE = 0o660

export interface Listening {
  readonly address: URL | string
  /** Takes nothing new, and resolves when what is under way is answered. */
  stop(): Promise<void>
}

/** Puts the service on the network, or on a unix socket. */
export function listen(service: Service, where: ListenAddress, log: Log): Listening {
  const answering = answerWith(service, log)
  if (where.kind === 'unix') return listenOnUnix(where.path, answering)
  const server = Bun.serve({
    hostname: where.host,
    port: where.port,
    idleTimeout: SILENCE_SECONDS,
    ...answering,
  })
  return { address: server.url, stop: () => server.stop() }
}

function listenOnUnix(path: string, answering: Answering): Listening {
  removeStaleSocket(path)
  const server = Bun.serve({ unix: path, ...answering })
  chmodSync(path, UNIX_MODE)
  return { address: `unix:${path}`, stop: () => server.stop() }
}

type Answering = ReturnType<typeof answerWith>

function answerWith(service: Service, log: Log) {
  return {
    async fetch(request: Request, server: Bun.Server<undefined>): Promise<Response> {
      // Read first: it is gone when the client is. A unix socket has none.
      const peer = server.requestIP(request)?.address
      server.timeout(request, ANSWER_SECONDS)
      const response = await service.fetch(request, { peer, tls: false })
      server.timeout(request, SILENCE_SECONDS)
      return response
    },
    /** The last resort: the service answers for its own failures. */
    error(error: unknown): Response {
      log.error('request.broken', { error })
      return new Response('Internal server error', { status: 500, headers: { 'Cache-Control': 'no-store' } })
    },
  }
}

/** What a killed predecessor left behind; anything that is not a socket is not ours to remove. */
function removeStaleSocket(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path)
}
