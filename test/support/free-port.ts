/** A port that is free. */
export function freePort(): number {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  if (port === undefined) throw new Error('no port is free')
  return port
}
