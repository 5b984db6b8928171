import type { Device } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

const AT_A_TIME = 4
/** A page asks for a handful. More than these wait for nobody who looks. */
const WAITING_AT_MOST = 64

/** The reads under way and waiting for one session. */
interface Lane {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * The device on behalf of sessions: a few reads at a time for each. The first 401 to a stored password ends its
 * session, and whatever still waits fails without asking: the device may count wrong passwords.
 */
export class DeviceAccess {
  readonly #device: Device
  readonly #sessions: Sessions
  readonly #lanes = new Map<string, Lane>()

  constructor(device: Device, sessions: Sessions) {
    this.#device = device
    this.#sessions = sessions
  }

  /** The body of a resource, as the session's user sees it. Throws a DeviceError; also when nobody waits any more. */
  async read(session: Session, resource: string, within?: AbortSignal): Promise<unknown> {
    const lane = this.#laneOf(session)
    if (lane.waiting.length >= WAITING_AT_MOST) throw new DeviceError('slow', 'too-many-reads')
    if (lane.running < AT_A_TIME) lane.running++
    else await new Promise<void>((takeOver) => lane.waiting.push(takeOver))
    try {
      if (within?.aborted) throw new DeviceError('slow', 'aborted')
      return await this.#readNow(session, resource)
    } finally {
      this.#leave(lane, session)
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

  #laneOf({ id }: Session): Lane {
    const lane = this.#lanes.get(id) ?? { running: 0, waiting: [] }
    this.#lanes.set(id, lane)
    return lane
  }

  /** Whoever waits takes the place over; the last one out closes the lane. */
  #leave(lane: Lane, { id }: Session): void {
    const takeOver = lane.waiting.shift()
    if (takeOver) takeOver()
    else if (--lane.running === 0) this.#lanes.delete(id)
  }
}
