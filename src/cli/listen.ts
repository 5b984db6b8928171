import { rmSync, statSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { TcpAddress } from '../settings/readers.ts'
import type { Connection } from '../web/scope.ts'
import type { Service } from '../wiring.ts'
import { freePort } from './free-port.ts'
import type { KeyAndCertificate } from './tls/key-and-certificate.ts'

/** How long a connection may be silent, or next to it: between requests, and in the middle of one. */
const SILENCE_SECONDS = 10
/** While we are at work the silence is ours: longer than the slowest login, which has deadlines of its own. */
const ANSWER_SECONDS = 60
/** For how long the old and the new listener take connections side by side. */
const OVERLAP_MS = 50
/** Who is about to ask when we stop has this long to do so. */
const QUIET_MS = 1_000

export interface Listening {
  readonly address: URL | string
  /** Shows another certificate from now on. Whoever is connected stays so. */
  renew(certificate: KeyAndCertificate): void
  /** Takes nothing new, and resolves when what is under way is answered. Whoever has not asked by then never will. */
  stop(): Promise<void>
  /** Waits for the rest of no request any more. */
  giveUpReading(): void
}

/** Puts the service on the network, or on a unix socket; with a certificate, by TLS. */
export function listen(
  service: Service,
  { listen: where, listenMode }: Pick<Config, 'listen' | 'listenMode'>,
  log: Log,
  certificate?: KeyAndCertificate,
): Listening {
  const stopping = new AbortController()
  const answering = answerWith(service, log, {
    tls: certificate !== undefined,
    stopping: stopping.signal,
    hasPeers: where.kind === 'tcp',
  })
  const listening =
    where.kind === 'unix'
      ? listenOnUnix(where.path, listenMode, answering)
      : listenOnTcp(where, answering, certificate)
  return { ...listening, giveUpReading: () => stopping.abort() }
}

type Place = Omit<Listening, 'giveUpReading'>

/** The runtime cannot change a certificate: a second listener takes over the port, and the first one finishes. */
function listenOnTcp(where: TcpAddress, answering: Answering, certificate?: KeyAndCertificate): Place {
  const open = ({ host, port }: Omit<TcpAddress, 'kind'>, tls = certificate) =>
    Bun.serve({
      hostname: host,
      port,
      idleTimeout: SILENCE_SECONDS,
      reusePort: tls !== undefined,
      ...(tls && { tls: { ...tls } }),
      ...answering,
    })
  let server = open(certificate ? { ...where, port: freePort(where) } : where)
  const leaving = new Set<Promise<void>>()
  let isStopping = false
  return {
    address: server.url,
    renew(next) {
      if (isStopping) return
      const old = server
      server = open({ host: where.host, port: old.port ?? where.port }, next)
      const left = stopWhenQuiet(old).finally(() => leaving.delete(left))
      leaving.add(left)
    },
    async stop() {
      isStopping = true
      await Promise.all([finish(server), ...leaving])
    },
  }
}

/** Closed right after it has taken what was waiting: what it has not taken, the kernel resets. */
async function stopWhenQuiet(server: Bun.Server<undefined>): Promise<void> {
  await Bun.sleep(OVERLAP_MS)
  await new Promise(setImmediate)
  await finish(server)
}

/** Answers who has asked. A connection on which nobody asks, or only begins to, is waited for a moment. */
async function finish(server: Bun.Server<undefined>): Promise<void> {
  await Promise.race([server.stop(), untilQuiet(server)])
  await server.stop(true)
}

async function untilQuiet(server: Bun.Server<undefined>): Promise<void> {
  do {
    while (server.pendingRequests > 0) await Bun.sleep(OVERLAP_MS)
    await Bun.sleep(QUIET_MS)
  } while (server.pendingRequests > 0)
}

function listenOnUnix(path: string, mode: number, answering: Answering): Place {
  removeStaleSocket(path)
  // By the umask and not by chmod: there is no moment in which others may connect.
  const umask = process.umask(0o777 & ~mode)
  try {
    const server = Bun.serve({ unix: path, ...answering })
    return { address: `unix:${path}`, renew() {}, stop: () => finish(server) }
  } finally {
    process.umask(umask)
  }
}

type Answering = ReturnType<typeof answerWith>

interface Common extends Pick<Connection, 'tls' | 'stopping'> {
  /** False on a unix socket. */
  readonly hasPeers: boolean
}

function answerWith(service: Service, log: Log, { hasPeers, ...common }: Common) {
  return {
    fetch(request: Request, server: Bun.Server<undefined>): Response | Promise<Response> {
      // Read first: it is gone when the client is.
      const peer = server.requestIP(request)?.address
      // Gone already. Nobody reads the answer, and nobody is to pass for a proxy on a unix socket.
      if (hasPeers && peer === undefined) return new Response(null, { status: 400 })
      const answer = service.fetch(request, { peer, ...common })
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
