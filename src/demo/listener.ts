import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type Answer, pageAnswer } from './answer.ts'
import { pathOf } from './target.ts'

export interface ListenerOptions {
  readonly host: string
  readonly port: number
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}

/** Large enough for headers that the device's web server refuses as too long. */
const maxHeaderSize = 64 * 1024

/** A server that can go away and come back on the same port. */
export interface Listener {
  readonly port: number
  /** Refuses new connections and cuts those it has. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

/**
 * We listen, and node:http only reads the requests: if node:http listened, the runtime would
 * answer `/bun:info`, since it cannot be told that it is not in development.
 */
export async function listen(handle: RequestListener, options: ListenerOptions): Promise<Listener> {
  const requests = createServer({ maxHeaderSize }, handle)
  requests.keepAliveTimeout = 65_000
  // tests need a device that hangs, so nothing here times out
  requests.requestTimeout = 0
  requests.headersTimeout = 0
  const open = new Set<Socket>()
  const take = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    requests.emit('connection', socket)
  }
  const server = options.tls ? createTlsServer({ ...options.tls }, take) : createNetServer(take)
  await start(server, options)
  const { port } = server.address() as AddressInfo
  return {
    port,
    goAway: () => stop(server, open),
    comeBack: async () => {
      if (!server.listening) await start(server, { ...options, port })
    },
  }
}

function start(server: Server, { host, port }: ListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function stop(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  if (!server.listening) return Promise.resolve()
  return new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of open) socket.destroy()
  })
}

/** What the web server in front of the RESTCONF server answers by itself. */
export function answerWebServer(request: IncomingMessage): Answer | undefined {
  if (countAuthorizations(request) > 1) return pageAnswer(400, 'Bad Request', close)
  if (hasOverlongHeader(request)) return pageAnswer(400, 'Request Header Or Cookie Too Large', close)
  const path = pathOf(request.url ?? '')
  if (path === '/.well-known/host-meta') return hostMeta
  // the real device redirects like this, and then refuses the address it redirects to
  if (path.includes('//'))
    return pageAnswer(301, 'Moved Permanently', {
      Location: path.replaceAll(/\/{2,}/g, '/').replaceAll(':', '%3A'),
    })
  return /^\/(restconf|yang)\//.test(path) ? undefined : pageAnswer(404, 'Not Found')
}

const close = { Connection: 'close' }
const longestHeader = 8 * 1024

function countAuthorizations({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization').length
}

function hasOverlongHeader({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.some((text) => text.length > longestHeader)
}

/** The link tag is not closed, as on the real device: this is not well-formed XML. */
const hostMeta: Answer = {
  status: 200,
  mediaType: 'application/xrd+xml',
  body: "<XRD xmlns='http://docs.oasis-open.org/ns/xri/xrd-1.0'><Link rel='restconf' href='/restconf/'></XRD>",
}
