import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP relay in front of a server, which can be cut for some of its callers. */
export interface Relay {
  readonly port: number
  /** The port it forwards to. Before this call, connections wait. */
  forwardTo(port: number): void
  /** Stops forwarding for callers from these addresses, but closes nothing: it looks as if packets were lost. */
  cut(callers: readonly string[]): void
  /** Drops the connections that were cut; new ones pass. */
  mend(): void
  close(): void
}

interface Connection {
  readonly caller: string
  readonly ends: readonly Socket[]
}

export async function startRelay(): Promise<Relay> {
  const connections = new Set<Connection>()
  let target: number | undefined
  let blocked: readonly string[] = []

  const server = createServer({ pauseOnConnect: true }, (near) => {
    const caller = near.remoteAddress ?? ''
    // A blocked caller is accepted, gets no answer and waits.
    const port = blocked.includes(caller) ? undefined : target
    const far = port === undefined ? undefined : connect(port, '127.0.0.1')
    const connection = { caller, ends: far ? [near, far] : [near] }
    connections.add(connection)
    for (const end of connection.ends) {
      end.on('error', () => {})
      end.on('close', () => lose(connection))
    }
    if (far) join(near, far)
  })

  function lose(connection: Connection): void {
    connections.delete(connection)
    for (const end of connection.ends) end.destroy()
  }

  const port = await listen(server)
  return {
    port,
    forwardTo(port) {
      target = port
    },
    cut(callers) {
      blocked = callers
      for (const { caller, ends } of connections) if (callers.includes(caller)) ends.forEach(silence)
    },
    mend() {
      for (const connection of connections) if (blocked.includes(connection.caller)) lose(connection)
      blocked = []
    },
    close() {
      server.close()
      for (const connection of connections) lose(connection)
    },
  }
}

function join(near: Socket, far: Socket): void {
  near.setNoDelay()
  far.setNoDelay()
  near.pipe(far)
  far.pipe(near)
}

function silence(end: Socket): void {
  end.unpipe()
  end.pause()
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
