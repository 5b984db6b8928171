import type { Credentials } from '../device/credentials.ts'
import type { DataQuery, Device, DeviceUser } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import { PasswordProofs } from './password-proofs.ts'
import { Queue } from './queue.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

const MAX_AT_ONCE_PER_SESSION = 4
/** Calls of all sessions together, so that a slow device's pages leave connections for logins. */
const MAX_AT_ONCE = 32
/** Calls of one session. A page reads a handful of resources. */
const MAX_WAITING_PER_SESSION = 64
/** Work that no page waits for goes after all that a page waits for. */
const BACKGROUND_RANK = 1

/**
 * The device on behalf of sessions: a few calls at a time for each. The first 401 to a stored password ends its session, and
 * the calls that still wait fail without asking: a device may lock an account after a few wrong passwords. For the same
 * reason a password that the device has not accepted for a minute is sent in one call first, whose answer the others await.
 */
export class DeviceAccess {
  readonly #device: Device
  readonly #sessions: Sessions
  readonly #proofs: PasswordProofs
  readonly #reads = new Map<string, SharedRead>()
  readonly #turns = new Queue({
    atOnce: MAX_AT_ONCE,
    perGroup: MAX_AT_ONCE_PER_SESSION,
    maxWaitingPerGroup: MAX_WAITING_PER_SESSION,
  })

  constructor(device: Device, sessions: Sessions) {
    this.#device = device
    this.#sessions = sessions
    this.#proofs = new PasswordProofs(() => sessions.now())
  }

  /**
   * The body of a resource, as the session's user sees it. Equal reads that are under way share one call. Throws a
   * DeviceError, also when every caller that waited for it has disconnected.
   */
  read(session: Session, wanted: string | DataQuery, within?: AbortSignal): Promise<unknown> {
    const key = JSON.stringify([session.record.key, wanted])
    const underWay = this.#reads.get(key)
    const read = underWay && !underWay.isAbandoned ? underWay : this.#startRead(key, session, wanted)
    return read.join(within)
  }

  /** The device as the session's user, for work that no page waits for. */
  inBackground(session: Session): DeviceUser {
    const call = <Body>(ask: (user: DeviceUser) => Promise<Body>, patience?: AbortSignal) =>
      this.#call(session, (device, credentials) => ask(device.as(credentials)), {
        patience,
        rank: BACKGROUND_RANK,
      })
    return {
      username: session.username,
      get: (wanted, within) => call((user) => user.get(wanted, within), within),
      moduleText: (wanted, within) => call((user) => user.moduleText(wanted, within), within),
      learnAbilities: (within) => call((user) => user.learnAbilities(within), within),
    }
  }

  /**
   * Whether the device accepts the session's password: what it said within the last minute, or what it says now. While it
   * cannot be asked, its last word counts for ten minutes more.
   */
  async confirmPassword(session: Session): Promise<'accepted' | 'rejected' | 'unknown'> {
    const proof = this.#proofs.of(session)
    const verify: Ask<unknown> = (device, credentials) => device.verify(credentials)
    try {
      await proof.refresh(() => this.#callInTurn(session, verify))
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
    }
    if (this.#sessions.hasEnded(session)) return 'rejected'
    return proof.stillCounts ? 'accepted' : 'unknown'
  }

  #startRead(key: string, session: Session, wanted: string | DataQuery): SharedRead {
    const read = new SharedRead((patience) =>
      this.#call(session, (device, credentials) => device.as(credentials).get(wanted), { patience }),
    )
    this.#reads.set(key, read)
    const forget = () => {
      if (this.#reads.get(key) === read) this.#reads.delete(key)
    }
    read.body.then(forget, forget)
    return read
  }

  /** One call with the session's password, when it may be sent and its turn has come. */
  async #call<Body>(session: Session, ask: Ask<Body>, waiting: Waiting = {}): Promise<Body> {
    const proof = this.#proofs.of(session)
    if (proof.waiting >= MAX_WAITING_PER_SESSION) throw new DeviceError('slow', 'too-many-reads')
    return proof.send(() => this.#callInTurn(session, ask, waiting))
  }

  async #callInTurn<Body>(session: Session, ask: Ask<Body>, { patience, rank }: Waiting = {}): Promise<Body> {
    const turn = await this.#turns.take({ group: session.id, patience, ...(rank && { rank }) })
    if (turn.kind !== 'turn')
      throw new DeviceError('slow', turn.kind === 'no-room' ? 'too-many-reads' : 'aborted')
    try {
      if (patience?.aborted) throw new DeviceError('slow', 'aborted')
      return await this.#callNow(session, ask)
    } finally {
      turn.end()
    }
  }

  async #callNow<Body>(session: Session, ask: Ask<Body>): Promise<Body> {
    const credentials = this.#sessions.credentialsOf(session)
    if (!credentials || this.#sessions.hasEnded(session)) throw new DeviceError('rejected', 'session-over')
    const askedAt = this.#sessions.now()
    try {
      const body = await ask(this.#device, credentials)
      this.#proofs.of(session).acceptedAt(askedAt)
      // A session that was logged out or revoked meanwhile is shown nothing any more.
      if (this.#sessions.hasEnded(session)) throw new DeviceError('rejected', 'session-over')
      return body
    } catch (error) {
      const isRejected = error instanceof DeviceError && error.kind === 'rejected'
      if (isRejected && !this.#sessions.hasEnded(session))
        await this.#sessions.close(session, 'device-rejected')
      throw error
    }
  }
}

type Ask<Body> = (device: Device, credentials: Credentials) => Promise<Body>

interface Waiting {
  readonly patience?: AbortSignal | undefined
  readonly rank?: number
}

/** A read that several callers wait for. It is abandoned when all of them have gone. */
class SharedRead {
  readonly body: Promise<unknown>
  readonly #abandon = new AbortController()
  #callers = 0

  constructor(read: (patience: AbortSignal) => Promise<unknown>) {
    this.body = read(this.#abandon.signal)
  }

  get isAbandoned(): boolean {
    return this.#abandon.signal.aborted
  }

  join(within: AbortSignal | undefined): Promise<unknown> {
    this.#callers++
    const leave = () => {
      if (--this.#callers === 0) this.#abandon.abort()
    }
    if (within?.aborted) leave()
    else within?.addEventListener('abort', leave, { once: true })
    return this.body
  }
}
