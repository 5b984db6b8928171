import type { Device } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import { Queue } from './queue.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

const MAX_AT_ONCE_PER_SESSION = 4
/** Of all sessions together, so that pages of a slow device leave connections for logins. */
const MAX_AT_ONCE = 32
/** A page asks for a handful of resources. */
const MAX_WAITING_PER_SESSION = 64

/**
 * The device on behalf of sessions: a few reads at a time for each. The first 401 to a stored password ends its
 * session, and whatever still waits fails without asking: the device may count wrong passwords.
 */
export class DeviceAccess {
  readonly #device: Device
  readonly #sessions: Sessions
  readonly #turns = new Queue({
    atOnce: MAX_AT_ONCE,
    perGroup: MAX_AT_ONCE_PER_SESSION,
    maxWaitingPerGroup: MAX_WAITING_PER_SESSION,
  })

  constructor(device: Device, sessions: Sessions) {
    this.#device = device
    this.#sessions = sessions
  }

  /** The body of a resource, as the session's user sees it. Throws a DeviceError; also when nobody waits any more. */
  async read(session: Session, resource: string, within?: AbortSignal): Promise<unknown> {
    const turn = await this.#turns.take({ group: session.id, patience: within })
    if (turn.kind !== 'turn')
      throw new DeviceError('slow', turn.kind === 'no-room' ? 'too-many-reads' : 'aborted')
    try {
      if (within?.aborted) throw new DeviceError('slow', 'aborted')
      return await this.#readNow(session, resource)
    } finally {
      turn.end()
    }
  }

  async #readNow(session: Session, resource: string): Promise<unknown> {
    const credentials = this.#sessions.credentialsOf(session)
    if (!credentials || this.#sessions.hasEnded(session)) throw new DeviceError('rejected', 'session-over')
    try {
      return await this.#device.as(credentials).get(resource)
    } catch (error) {
      const isRejected = error instanceof DeviceError && error.kind === 'rejected'
      if (isRejected && !this.#sessions.hasEnded(session))
        await this.#sessions.close(session, 'device-rejected')
      throw error
    }
  }
}
