import type { Credentials } from '../device/credentials.ts'
import type { AlreadyRead, Device, DeviceUser, VerifiedUser } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import { detectFeatures, type FeatureProbe, type Features, readOnce } from '../features/features.ts'
import type { Log } from '../log.ts'
import type { NoTurn, Queue, Turn } from '../session/queue.ts'
import type { Admitted, Settle, Throttle } from './throttle.ts'

export interface AskParts {
  readonly device: Device
  readonly probes: readonly FeatureProbe[]
  readonly throttle: Throttle
  /** A login's turn to ask the device. So many logins ask at once. */
  readonly turns: Queue
  /** So many logins may be delayed before they take a turn; the others are turned away. */
  readonly delays: Queue
  /** How long one login may keep the device busy, once its turn has come. */
  readonly deadlineMs: number
  /** How long one login waits for that. */
  readonly patienceMs?: number
  readonly pause: (ms: number) => Promise<void>
}

export interface LoginCaller {
  readonly credentials: Credentials
  readonly address: string
  /** The id of a browser that has logged in as this user before. */
  readonly known: string | undefined
  readonly hasLeft: () => boolean
  readonly log: Log
  /** Starts when the turn comes; the caller clears it. */
  readonly deadline: TimeLimit
}

/** The outcome of asking the device. */
export type DeviceOutcome =
  | Accepted
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: NoTurn }
  | { readonly kind: 'left' }

interface Accepted {
  readonly kind: 'accepted'
  readonly user: DeviceUser
  readonly features: Features
  /** All that the login has read. */
  readonly read: AlreadyRead
}

const PATIENCE_MS = 5_000

/** Asks the device for a login, once its address may try and its turn has come. */
export async function askDevice(parts: AskParts, caller: LoginCaller): Promise<DeviceOutcome> {
  const patience = new TimeLimit()
  patience.start(parts.patienceMs ?? PATIENCE_MS)
  try {
    return await waitAndAsk(parts, caller, patience.signal)
  } finally {
    patience.clear()
  }
}

async function waitAndAsk(
  { throttle, ...parts }: AskParts,
  caller: LoginCaller,
  patience: AbortSignal,
): Promise<DeviceOutcome> {
  const { address, known, credentials } = caller
  const admission = await throttle.admit({ address, known, username: credentials.username }, patience)
  if (admission.kind !== 'admitted') return admission

  const turn = await waitForTurn(parts, { address, ...admission, patience })
  if (turn.kind !== 'turn') {
    await admission.settle('undecided')
    return turn
  }
  try {
    return await useTurn(parts, caller, admission.settle)
  } finally {
    turn.end()
  }
}

type WaitParts = Pick<AskParts, 'turns' | 'delays' | 'pause'>

interface Waiting extends Pick<Admitted, 'delayMs' | 'failures' | 'isKnown'> {
  readonly address: string
  readonly patience: AbortSignal
}

/** If the queue is full, the login is refused at once and not after its delay. */
async function waitForTurn(
  { turns, delays, pause }: WaitParts,
  { address, delayMs, failures, isKnown, patience }: Waiting,
): Promise<Turn> {
  // A network that was rejected less often goes first, so that a flood of guesses holds up only itself.
  const wanted = { group: address, rank: failures, isPreferred: isKnown, patience }
  if (delayMs > 0) {
    if (!turns.hasRoomFor(wanted)) return { kind: 'no-room' }
    const delay = await delays.take({ group: address })
    if (delay.kind !== 'turn') return delay
    await pause(delayMs).finally(delay.end)
  }
  return turns.take(wanted)
}

type TurnParts = Pick<AskParts, 'device' | 'probes' | 'deadlineMs'>

/** Skips the device if the browser has disconnected. */
async function useTurn(
  { device, probes, deadlineMs }: TurnParts,
  { credentials, hasLeft, log, deadline }: LoginCaller,
  settle: Settle,
): Promise<DeviceOutcome> {
  if (hasLeft()) {
    await settle('undecided')
    return { kind: 'left' }
  }
  deadline.start(deadlineMs)
  let verified: VerifiedUser
  try {
    verified = await device.verify(credentials, deadline.signal)
  } catch (error) {
    await settle(error instanceof DeviceError && error.kind === 'rejected' ? 'rejected' : 'undecided')
    return { kind: 'failed', error }
  }
  await settle('accepted')
  const reader = readOnce(verified.user, verified.alreadyRead, deadline.signal)
  const features = await detectFeatures(probes, reader, log)
  return { kind: 'accepted', user: verified.user, features, read: await reader.answers() }
}

/** A signal that aborts some time after the start. Cleared, it lets go of all that listened to it. */
export class TimeLimit {
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  start(ms: number): void {
    const end = () => this.#controller.abort(new DOMException('the time is over', 'TimeoutError'))
    this.#timer = setTimeout(end, ms)
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
