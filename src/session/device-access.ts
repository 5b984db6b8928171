import type { Device } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import { Lane } from './lane.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

const AT_A_TIME = 4
/** Of all sessions together: pages of a slow device take no connection that a login needs. */
const AT_A_TIME_IN_ALL = 32
/** A page asks for a handful. More than these wait for nobody who looks. */
const WAITING_AT_MOST = 64

/**
 * The device on behalf of sessions: a few reads at a time for each. The first 401 to a stored password ends its
 * session, and whatever still waits fails without asking: the device may count wrong passwords.
 */
export class DeviceAccess {
  readonly #device: Device
  readonly #sessions: Sessions
  readonly #lanes = new Map<string, Lane>()
  readonly #all = new Lane(AT_A_TIME_IN_ALL)

  constructor(device: Device, sessions: Sessions) {
    this.#device = device
    this.#sessions = sessions
  }

  /** The body of a resource, as the session's user sees it. Throws a DeviceError; also when nobody waits any more. */
  async read(session: Session, resource: string, within?: AbortSignal): Promise<unknown> {
    const lane = this.#lanes.get(session.id) ?? new Lane(AT_A_TIME)
    if (lane.waiting >= WAITING_AT_MOST) throw new DeviceError('slow', 'too-many-reads')
    this.#lanes.set(session.id, lane)
    const readInTurn = () =>
      this.#all.run(() => {
        if (within?.aborted) throw new DeviceError('slow', 'aborted')
        return this.#readNow(session, resource)
      })
    try {
      return await lane.run(readInTurn)
    } finally {
      if (lane.isEmpty) this.#lanes.delete(session.id)
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
