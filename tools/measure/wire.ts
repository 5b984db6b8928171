import { connect, type Socket } from 'node:net'

/** What became of a connection: its first line, and when it ended. */
export interface Ending {
  readonly said: string
  /** From the connect to the end. */
  readonly ms: number
  /** From the last byte heard to the end. */
  readonly idleMs: number
}

/** Sends some bytes, goes on with more of them at a time if asked to, and waits for the other end to hang up. */
export function outlast(
  port: number,
  first: string,
  drip?: { bytes: string; everyMs: number },
): Promise<Ending> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    let heardAt = startedAt
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(first, 'latin1'))
    const dripping = drip && setInterval(() => socket.write(drip.bytes), drip.everyMs)
    socket.on('data', (bytes) => {
      said ||= bytes.toString('latin1').split('\r\n')[0] ?? ''
      heardAt = performance.now()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      const now = performance.now()
      resolve({ said, ms: now - startedAt, idleMs: now - heardAt })
    })
  })
}

/** Connections that say so much and then nothing more. */
export async function hold(port: number, count: number, text: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let n = 0; n < count; n++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    sockets.push(socket)
    socket.on('connect', () => socket.write(text))
    if (n % 250 === 249) await Bun.sleep(20)
  }
  await Bun.sleep(200)
  return sockets
}
