import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { ListenAddress, TcpAddress } from '../settings/readers.ts'
import { wrongSetting } from '../settings/settings.ts'
import type { Connection } from '../web/scope.ts'
import type { Service } from '../wiring.ts'
import type { KeyAndCertificate } from './self-signed.ts'
import { claimSocket } from './unix-socket.ts'

/** How long a connection may be silent: between requests, and in the middle of one. */
const SILENCE_SECONDS = 10
/** The limit while we work on an answer: longer than the slowest login, which has deadlines of its own. */
const ANSWER_SECONDS = 60
/** For how long the old and the new listener take connections side by side. */
const OVERLAP_MS = 50
/** When the service stops, a client with an open connection has this long to send its request. */
const QUIET_MS = 1_000

/** Forward secrecy and authenticated encryption; the suites of TLS 1.3 have both and are always on. */
const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

export interface Listening {
  readonly address: URL | string
  /** Requests that are being answered. */
  readonly pending: () => number
  /** Shows another certificate from now on. Open connections stay. */
  renew(certificate: KeyAndCertificate): void
  /** Takes nothing new, and resolves when what is under way is answered. */
  stop(): Promise<void>
  /** Stops reading unfinished request bodies. */
  giveUpReading(): void
}

/** Puts the service on the network, or on a unix socket; with a certificate, by TLS. */
export async function listen(
  service: Service,
  { listen: where, listenMode }: Pick<Config, 'listen' | 'listenMode'>,
  log: Log,
  certificate?: KeyAndCertificate,
): Promise<Listening> {
  const stopping = new AbortController()
  const answering = answerWith(service, log, {
    tls: certificate !== undefined,
    stopping: stopping.signal,
    hasPeers: where.kind === 'tcp',
  })
  try {
    const listening =
      where.kind === 'unix'
        ? await listenOnUnix(where.path, listenMode, answering)
        : listenOnTcp(where, answering, certificate)
    return { ...listening, giveUpReading: () => stopping.abort() }
  } catch (error) {
    throw wrongSetting('listen', whyNotListening(error, where))
  }
}

type Endpoint = Omit<Listening, 'giveUpReading'>

/**
 * In development mode the runtime answers `/bun:info` itself, and shows lines of our source to a client that causes an
 * error. In production mode it would silently share the port with any other service of this user.
 */
export const IN_PRODUCTION = { development: false, reusePort: false } as const

/** The runtime cannot change a certificate: a second listener takes over the port, and the first one finishes. */
function listenOnTcp(where: TcpAddress, answering: Answering, certificate?: KeyAndCertificate): Endpoint {
  const open = ({ host, port }: Omit<TcpAddress, 'kind'>, tls = certificate) =>
    Bun.serve({
      ...IN_PRODUCTION,
      hostname: host,
      port,
      idleTimeout: SILENCE_SECONDS,
      reusePort: tls !== undefined,
      ...(tls && { tls: { ...tls, ciphers: CIPHERS } }),
      ...answering,
    })
  let server = open(certificate ? { ...where, port: freePort(where) } : where)
  const leaving = new Set<Promise<void>>()
  let isStopping = false
  return {
    address: server.url,
    pending: () => server.pendingRequests,
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

/**
 * The port to listen on, for 0 a free one. Throws when another server listens there: servers that share a port are not
 * told of each other, and two services would answer in turn.
 */
export function freePort({ host, port }: Pick<TcpAddress, 'host' | 'port'>): number {
  const server = Bun.serve({ ...IN_PRODUCTION, hostname: host, port, fetch: () => new Response() })
  // Read now: a server that has stopped reports port 0.
  const { port: found = port } = server
  void server.stop(true)
  return found
}

/** Closes right after accepting the waiting connections: the kernel resets those that were not accepted. */
async function stopWhenQuiet(server: Bun.Server<undefined>): Promise<void> {
  await Bun.sleep(OVERLAP_MS)
  await new Promise(setImmediate)
  await finish(server)
}

/** Answers every request that has arrived. Connections with no request, or half of one, get a moment to complete it. */
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

type Answering = ReturnType<typeof answerWith>

interface Common extends Pick<Connection, 'tls' | 'stopping'> {
  /** False on a unix socket. */
  readonly hasPeers: boolean
}

function answerWith(service: Service, log: Log, { hasPeers, ...common }: Common) {
  return {
    fetch(request: Request, server: Bun.Server<undefined>): Response | Promise<Response> {
      // Read the address first: it is gone once the client has disconnected.
      const peer = server.requestIP(request)?.address
      // The client has gone already, and without an address it would pass for a proxy on a unix socket.
      if (hasPeers && peer === undefined) return new Response(null, { status: 400 })
      const answer = service.fetch(request, { peer, ...common })
      return answer instanceof Promise ? withPatience(answer, request, server) : answer
    },
    /** The last resort: the service answers for its own failures. */
    error(error: unknown): Response {
      log.error('request.broken', { error })
      return internalError()
    },
  }
}

const internalError = () =>
  new Response('Internal server error', { status: 500, headers: { 'Cache-Control': 'no-store' } })

async function withPatience(answer: Promise<Response>, request: Request, server: Bun.Server<undefined>) {
  server.timeout(request, ANSWER_SECONDS)
  const response = await answer
  server.timeout(request, SILENCE_SECONDS)
  return response
}

async function listenOnUnix(path: string, mode: number, answering: Answering): Promise<Endpoint> {
  const socket = await claimSocket(path, mode, (unix) =>
    Bun.serve({ development: false, unix, ...answering }),
  )
  return {
    address: `unix:${path}`,
    pending: () => socket.server.pendingRequests,
    renew() {},
    async stop() {
      await finish(socket.server)
      socket.remove()
    },
  }
}

/** The runtime's error in words that complete a sentence about the setting. */
export function whyNotListening(error: unknown, where: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (where.kind === 'tcp') return reasons[code]?.(where) ?? error
  return pathReasons[code] === undefined ? error : `${where.path}: ${pathReasons[code]}`
}

const reasons: Readonly<Record<string, (where: TcpAddress) => string>> = {
  EADDRINUSE: (where) => `something else listens on ${inOneWord(where)} already`,
  EACCES: (where) =>
    `this user may not listen on ${inOneWord(where)}; a port below 1024 needs the capability CAP_NET_BIND_SERVICE`,
  EPERM: (where) => `this user may not listen on ${inOneWord(where)}`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine`,
}

const inOneWord = ({ host, port }: TcpAddress) => `${host.includes(':') ? `[${host}]` : host}:${port}`

const pathReasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'this user may not make a socket there',
  EPERM: 'this user may not make a socket there',
  EROFS: 'its file system is read-only',
}
