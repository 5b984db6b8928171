import type { Credentials } from '../device/credentials.ts'
import type { Device, VerifiedUser } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import { detectFeatures, type FeatureProbe, type Features, readOnce } from '../features/features.ts'
import type { Log } from '../log.ts'
import type { DeviceTurns } from './device-turns.ts'
import type { Settle, Throttle } from './throttle.ts'
import { TimeLimit } from './time-limit.ts'
import type { WaitEnd } from './waiting-room.ts'

export interface AskParts {
  readonly device: Device
  readonly probes: readonly FeatureProbe[]
  readonly throttle: Throttle
  readonly turns: DeviceTurns
  /** How long one login may keep the device busy, once its turn has come. */
  readonly deadlineMs: number
  /** How long one login waits for that. */
  readonly patienceMs?: number
  readonly pause: (ms: number) => Promise<void>
}

export interface Caller {
  readonly credentials: Credentials
  readonly address: string
  readonly hasLeft: () => boolean
  readonly log: Log
  /** Starts when the turn comes; the caller clears it. */
  readonly deadline: TimeLimit
}

/** How far a login got with the device. */
export type DeviceOutcome =
  | Accepted
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: Exclude<WaitEnd, 'called'> }
  | { readonly kind: 'left' }

interface Accepted {
  readonly kind: 'accepted'
  readonly verified: VerifiedUser
  readonly features: Features
}

const PATIENCE_MS = 5_000

/** All that a login asks of the device: when its address may try, and when its turn has come. */
export async function askDevice(parts: AskParts, caller: Caller): Promise<DeviceOutcome> {
  const patience = new TimeLimit()
  patience.start(parts.patienceMs ?? PATIENCE_MS)
  try {
    return await waitAndAsk(parts, caller, patience.signal)
  } finally {
    patience.clear()
  }
}

async function waitAndAsk(
  { throttle, turns, pause, ...parts }: AskParts,
  caller: Caller,
  patience: AbortSignal,
): Promise<DeviceOutcome> {
  const { username } = caller.credentials
  const admission = await throttle.admit({ address: caller.address, username }, patience)
  if (admission.kind !== 'admitted') return admission

  if (admission.delayMs > 0) await pause(admission.delayMs)
  const turn = await turns.take(patience)
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

type TurnParts = Pick<AskParts, 'device' | 'probes' | 'deadlineMs'>

/** Nobody is asked about on behalf of a browser that has gone: the answer would reach no one. */
async function useTurn(
  { device, probes, deadlineMs }: TurnParts,
  { credentials, hasLeft, log, deadline }: Caller,
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
  const user = readOnce(verified.user, verified.alreadyRead, deadline.signal)
  return { kind: 'accepted', verified, features: await detectFeatures(probes, user, log) }
}
