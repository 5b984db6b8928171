import { connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a server that others are told to take, and that can be cut for some of them. */
export interface Cable {
  readonly port: number
  /** Where it leads; nobody gets through before that is said. */
  leadTo(port: number): void
  /** From now on nothing passes for callers from these addresses. Nobody is told, as when packets are lost. */
  cut(callers: readonly string[]): void
  /** Connections that were cut are lost; new ones pass. */
  mend(): void
  close(): void
}

interface Strand {
  readonly caller: string
  readonly ends: readonly Socket[]
}

export async function layCable(): Promise<Cable> {
  const strands = new Set<Strand>()
  let target: number | undefined
  let shunned: readonly string[] = []

  const server = createServer({ pauseOnConnect: true }, (near) => {
    const caller = near.remoteAddress ?? ''
    // A caller that is shunned is heard by nobody, and waits.
    const isThrough = target !== undefined && !shunned.includes(caller)
    const far = isThrough && target !== undefined ? connect(target, '127.0.0.1') : undefined
    const strand = { caller, ends: far ? [near, far] : [near] }
    strands.add(strand)
    for (const end of strand.ends) {
      end.on('error', () => {})
      end.on('close', () => lose(strand))
    }
    if (far) join(near, far)
  })

  function lose(strand: Strand): void {
    strands.delete(strand)
    for (const end of strand.ends) end.destroy()
  }

  const port = await listen(server)
  return {
    port,
    leadTo(port) {
      target = port
    },
    cut(callers) {
      shunned = callers
      for (const { caller, ends } of strands) if (callers.includes(caller)) ends.forEach(silence)
    },
    mend() {
      for (const strand of strands) if (shunned.includes(strand.caller)) lose(strand)
      shunned = []
    },
    close() {
      server.close()
      for (const strand of strands) lose(strand)
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
