import type { TcpAddress } from '../settings/readers.ts'

/**
 * The port to listen on, for 0 a free one. Throws when somebody listens there: of those who share a port the kernel
 * would not say so, and two services would answer in turn.
 */
export function freePort({ host, port }: Pick<TcpAddress, 'host' | 'port'>): number {
  const server = Bun.serve({ hostname: host, port, fetch: () => new Response() })
  // Read while it listens: a server that has stopped has port 0.
  const { port: found = port } = server
  void server.stop(true)
  return found
}
