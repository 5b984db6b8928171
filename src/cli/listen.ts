import { rmSync, statSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Service } from '../wiring.ts'

/** How long a connection may be silent, or next to it: between requests, and in the middle of one. */
const SILENCE_SECONDS = 10
/** While we are at work the silence is ours: longer than the slowest login, which has deadlines of its own. */
const ANSWER_SECONDS = 60

export interface Listening {
  readonly address: URL | string
  /** Takes nothing new, and resolves when what is under way is answered. */
  stop(): Promise<void>
}

/** Puts the service on the network, or on a unix socket. */
export function listen(
  service: Service,
  { listen: where, listenMode }: Pick<Config, 'listen' | 'listenMode'>,
  log: Log,
): Listening {
  const answering = answerWith(service, log)
  if (where.kind === 'unix') return listenOnUnix(where.path, listenMode, answering)
  const server = Bun.serve({
    hostname: where.host,
    port: where.port,
    idleTimeout: SILENCE_SECONDS,
    ...answering,
  })
  return { address: server.url, stop: () => server.stop() }
}

function listenOnUnix(path: string, mode: number, answering: Answering): Listening {
  removeStaleSocket(path)
  // By the umask and not by chmod: there is no moment in which others may connect.
  const umask = process.umask(0o777 & ~mode)
  try {
    const server = Bun.serve({ unix: path, ...answering })
    return { address: `unix:${path}`, stop: () => server.stop() }
  } finally {
    process.umask(umask)
  }
}

type Answering = ReturnType<typeof answerWith>

function answerWith(service: Service, log: Log) {
  return {
    fetch(request: Request, server: Bun.Server<undefined>): Response | Promise<Response> {
      // Read first: it is gone when the client is. A unix socket has none.
      const peer = server.requestIP(request)?.address
      const answer = service.fetch(request, { peer, tls: false })
      return answer instanceof Promise ? withPatience(answer, request, server) : answer
    },
    /** The last resort: the service answers for its own failures. */
    error(error: unknown): Response {
      log.error('request.broken', { error })
      return new Response('Internal server error', { status: 500, headers: { 'Cache-Control': 'no-store' } })
    },
  }
}

async function withPatience(answer: Promise<Response>, request: Request, server: Bun.Server<undefined>) {
  server.timeout(request, ANSWER_SECONDS)
  const response = await answer
  server.timeout(request, SILENCE_SECONDS)
  return response
}

/** What a killed predecessor left behind; anything that is not a socket is not ours to remove. */
function removeStaleSocket(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path)
}
