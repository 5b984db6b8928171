import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface ListenerOptions {
  readonly host: string
  readonly port: number
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}

/** Room enough for a header so long that the device's web server has something to refuse. */
const maxHeaderSize = 64 * 1024

/** A server that can go away and come back on the same port. */
export interface Listener {
  readonly port: number
  /** Refuses new connections and cuts those it has. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

export async function listen(handle: RequestListener, options: ListenerOptions): Promise<Listener> {
  const server = options.tls
    ? createTlsServer({ ...options.tls, maxHeaderSize }, handle)
    : createServer({ maxHeaderSize }, handle)
  server.keepAliveTimeout = 65_000
  // a hanging device is one of the things to be shown: nothing here gives up by itself
  server.requestTimeout = 0
  server.headersTimeout = 0
  await start(server, options)
  const { port } = server.address() as AddressInfo
  return {
    port,
    goAway: () => stop(server),
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

function stop(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve()
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
