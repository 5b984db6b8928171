import { once } from 'node:events'
import { connect } from 'node:net'
import { connectionFailure } from '../device/restconf/codes.ts'
import { ok, type Step } from './examination.ts'
import { hostOf, portOf } from './host.ts'
import { failedWith } from './remedies.ts'

/** Does somebody listen there? */
export const connectionStep: Step = {
  name: 'connection',
  async look({ root, timeoutMs }) {
    const socket = connect({ host: hostOf(root), port: portOf(root) })
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
      return ok(`${socket.remoteAddress} accepts connections on port ${socket.remotePort}`)
    } catch (error) {
      return failedWith(isTimeout(error) ? 'timeout' : connectionFailure(error).code)
    } finally {
      socket.destroy()
    }
  },
}

/** How waiting for a socket's event ends when the time is up. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
