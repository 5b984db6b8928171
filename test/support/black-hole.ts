import { dlopen, ptr } from 'bun:ffi'
import { connect, type Socket } from 'node:net'

/** A port whose connections neither come about nor are refused: every SYN is swallowed. */
export interface BlackHole {
  readonly port: number
  close(): void
}

/**
 * Connections are never accepted, and the queue has room for one: the kernel leaves every further SYN without an answer.
 * By libc, because the runtime takes whatever comes.
 */
export async function blackHole(): Promise<BlackHole> {
  const listener = libc.socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
  const address = loopback()
  insist(libc.bind(listener, ptr(address), address.length))
  insist(libc.listen(listener, 0))
  insist(libc.getsockname(listener, ptr(address), ptr(Uint32Array.of(address.length))))
  const port = address.readUInt16BE(2)
  const first = await taken(port)
  return {
    port,
    close() {
      first.destroy()
      libc.close(listener)
    },
  }
}

const [AF_INET, SOCK_STREAM, SOCK_CLOEXEC] = [2, 1, 0o2000000]

const { symbols: libc } = dlopen('libc.so.6', {
  socket: { args: ['int', 'int', 'int'], returns: 'int' },
  bind: { args: ['int', 'ptr', 'int'], returns: 'int' },
  listen: { args: ['int', 'int'], returns: 'int' },
  getsockname: { args: ['int', 'ptr', 'ptr'], returns: 'int' },
  close: { args: ['int'], returns: 'int' },
})

/** A sockaddr_in for 127.0.0.1 and any port. */
function loopback(): Buffer {
  const address = Buffer.alloc(16)
  new Uint16Array(address.buffer, address.byteOffset, 1)[0] = AF_INET
  address.set([127, 0, 0, 1], 4)
  return address
}

function insist(status: number): void {
  if (status !== 0) throw new Error('libc refuses a socket')
}

/** Resolves when the connection stands, in the queue. */
function taken(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', reject)
  })
}
