import type { Log } from '../../log.ts'
import type { Credentials } from '../credentials.ts'
import type { AlreadyRead, Device, DeviceUser, VerifiedUser } from '../device.ts'
import { DeviceError } from '../device-error.ts'
import { failureOf, type Reading } from './answer.ts'
import { type Code, failure } from './codes.ts'

const LIBRARY = 'ietf-yang-library:yang-library'
const SYSTEM = 'ietf-system:system'

/** How verifying asks the device. */
export interface Asker {
  read(query: { resource: string }, asking: Asking): Promise<Reading>
}

/** The user to ask as, and the deadline. */
export interface Asking {
  /** Without them, the device is asked as a stranger. */
  readonly credentials?: Credentials | undefined
  readonly within?: AbortSignal | undefined
}

/**
 * Resolves to the answer to the library read when the device accepts the credentials, and throws a DeviceError
 * when it does not, or does not say. One call as a rule; two more when the device answers 403 or 404.
 */
export async function verify(
  device: Asker,
  credentials: Credentials,
  within?: AbortSignal,
): Promise<AlreadyRead> {
  const asking = { credentials, within }
  const library = await device.read({ resource: LIBRARY }, asking)
  const verdict = judge(library)
  if (verdict.kind === 'undecided') await verifyBySystem(device, asking)
  else await insist(verdict, () => isTurnedAway(device, LIBRARY, within))
  return new Map([[LIBRARY, library.kind === 'data' ? library.value : failureOf(library)]])
}

async function verifyBySystem(device: Asker, asking: Asking): Promise<void> {
  const verdict = judge(await device.read({ resource: SYSTEM }, asking))
  const isStrangerTurnedAway = () => isTurnedAway(device, SYSTEM, asking.within)
  if (verdict.kind !== 'undecided') return insist(verdict, isStrangerTurnedAway)
  if (!verdict.hidden) throw failure(verdict.code)
  // Access control may let an account see nothing at all. It is let in if the credentials made the difference.
  if (!(await isStrangerTurnedAway())) throw failure('same-without-credentials')
}

/** What one answer says about the credentials it was asked with: the contract's table "Verdicts on credentials". */
export type Verdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly code: Code }
  /** 403: the password is right if the device turns strangers away with 401. */
  | { readonly kind: 'forbidden'; readonly code: Code }
  | { readonly kind: 'unreachable'; readonly code: Code }
  /** 404: another resource may decide. `hidden` when the device gives a reason in RESTCONF's form. */
  | { readonly kind: 'undecided'; readonly code: Code; readonly hidden: boolean }

export function judge(reading: Reading): Verdict {
  if (reading.kind === 'data') return { kind: 'accepted' }

  const { status, code, says } = reading
  // Status and media type show that the credentials are right; only the library's features stay unknown.
  if (code === 'bad-json' || code === 'too-deep' || code === 'too-many-values') return { kind: 'accepted' }
  if (status === 401) return { kind: 'rejected', code }
  if (status === 403) return { kind: 'forbidden', code }
  if (status === 404) return { kind: 'undecided', code, hidden: says !== undefined }
  return { kind: 'unreachable', code }
}

async function insist(
  verdict: Exclude<Verdict, { kind: 'undecided' }>,
  isStrangerTurnedAway: () => Promise<boolean>,
): Promise<void> {
  if (verdict.kind === 'accepted') return
  if (verdict.kind === 'unreachable') throw failure(verdict.code)
  if (verdict.kind === 'forbidden' && (await isStrangerTurnedAway())) return
  throw new DeviceError('rejected', verdict.code)
}

async function isTurnedAway(device: Asker, resource: string, within?: AbortSignal): Promise<boolean> {
  const stranger = await device.read({ resource }, { within })
  return stranger.kind === 'failed' && stranger.status === 401
}

/** True when the reads that verify credentials are answered without any. Throws a DeviceError when nothing answers. */
export async function servesStrangers(device: Asker, within?: AbortSignal): Promise<boolean> {
  const library = judge(await device.read({ resource: LIBRARY }, { within }))
  const verdict =
    library.kind === 'undecided' ? judge(await device.read({ resource: SYSTEM }, { within })) : library
  if (verdict.kind === 'unreachable' && failure(verdict.code).isUnreachable) throw failure(verdict.code)
  return verdict.kind === 'accepted'
}

/** A device that can be asked without credentials. */
export interface AskableDevice extends Device {
  /** True when the device answers without credentials: then it accepts any password. Throws a DeviceError. */
  servesStrangers(within?: AbortSignal): Promise<boolean>
}

const TEN_MINUTES_MS = 10 * 60_000

/** The device, as long as it asks strangers for a password. While it does not, no login succeeds. */
export class PasswordRequired implements Device {
  readonly #device: AskableDevice
  readonly #log: Log
  #asksStrangers: boolean | undefined
  #look: Promise<void> | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(device: AskableDevice, log: Log) {
    this.#device = device
    this.#log = log
  }

  /** Asks the device as a stranger, now and every ten minutes. Resolves after the first time. */
  async start(everyMs = TEN_MINUTES_MS): Promise<void> {
    this.#timer = setInterval(() => void this.#lookNow().catch(() => {}), everyMs)
    this.#timer.unref()
    await this.#lookNow().catch(() => {})
  }

  /** Closed unless opened: until a check has succeeded, no password is sent, and the check runs first. */
  async verify(credentials: Credentials, within?: AbortSignal): Promise<VerifiedUser> {
    if (!this.#asksStrangers) await unlessAborted(this.#lookNow(), within)
    if (!this.#asksStrangers) throw new DeviceError('malformed', 'no-password-asked')
    return this.#device.verify(credentials, within)
  }

  as(credentials: Credentials): DeviceUser {
    return this.#device.as(credentials)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#device.close()
  }

  /** One check for all callers that wait for it. If the device does not answer, the last result stays. */
  #lookNow(): Promise<void> {
    this.#look ??= this.#device
      .servesStrangers()
      .then((serves) => this.#remember(!serves))
      .finally(() => {
        this.#look = undefined
      })
    return this.#look
  }

  #remember(asksStrangers: boolean): void {
    if (!asksStrangers) this.#log.error('device.served-stranger', { reason: 'no-password-asked' })
    else if (this.#asksStrangers === false) this.#log.info('device.refused-stranger')
    this.#asksStrangers = asksStrangers
  }
}

async function unlessAborted(work: Promise<void>, within: AbortSignal | undefined): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new DeviceError('slow', 'timeout'))
  within?.addEventListener('abort', abort)
  if (within?.aborted) abort()
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    within?.removeEventListener('abort', abort)
  }
}
