import { connect } from 'node:net'

/** What proves that a text was read stands near the start. */
const MAX_KEPT = 2_000_000

/** Sends a request that asks for the connection to be closed, and returns the answer, or its start when it is very long. */
export function askOnce(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(request, 'latin1')))
    const finish = () => resolve(Buffer.concat(chunks).toString())
    socket.on('data', (chunk: Buffer) => {
      if (size < MAX_KEPT) chunks.push(chunk)
      size += chunk.length
    })
    socket.on('error', finish)
    socket.on('close', finish)
  })
}
