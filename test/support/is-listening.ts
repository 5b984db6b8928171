import { once } from 'node:events'
import { connect } from 'node:net'

/** True when this port of the loopback takes connections. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
