/** One connection for many requests, one after the other: a client library would cost more than the service does. */
export interface KeptConnection {
  /** Sends a request and resolves to the head of its answer; whatever has a body is too much here. */
  ask(request: string): Promise<string>
  close(): void
}

export async function keepConnection(port: number): Promise<KeptConnection> {
  let heard = ''
  let waiting: PromiseWithResolvers<string> | undefined
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, bytes) {
        heard += bytes.toString('latin1')
        if (!heard.endsWith('\r\n\r\n')) return
        waiting?.resolve(heard)
        heard = ''
      },
      close() {
        waiting?.reject(new Error(`the service hung up after: ${heard}`))
      },
    },
  })
  return {
    ask(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.end(),
  }
}
