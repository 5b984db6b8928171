import { Credentials } from '../device/credentials.ts'
import type { Device, VerifiedUser } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import { detectFeatures, type FeatureProbe } from '../features/features.ts'
import { readOnce } from '../features/read-once.ts'
import type { Log } from '../log.ts'
import type { Session } from '../session/session.ts'
import type { OpenedSession, Sessions } from '../session/sessions.ts'
import { type AfterLogin, runAfterLogin } from './after-login.ts'
import { AuthenticatedContext } from './authenticated-context.ts'

/** What every login needs; made once. */
export interface LoginParts {
  readonly device: Device
  readonly sessions: Sessions
  readonly probes: readonly FeatureProbe[]
  readonly afterLogin?: AfterLogin | undefined
  /** How long one login may keep the device busy. */
  readonly deadlineMs: number
  readonly pause: (ms: number) => Promise<void>
}

/** One person's try. */
export interface LoginAttempt {
  readonly username: string
  readonly password: string
  /** Where from, as far as it is known. */
  readonly address: string
  readonly browser: string
  /** The session this browser has had so far; a new one replaces it. */
  readonly previous: Session | undefined
  /** True when nobody waits for the answer any more. */
  readonly hasLeft: () => boolean
  readonly log: Log
}

export type LoginOutcome =
  | { readonly kind: 'welcome'; readonly session: OpenedSession }
  | { readonly kind: 'refused'; readonly because: Refusal }
  | { readonly kind: 'left' }

export type Refusal = 'missing-field' | 'wrong-credentials' | 'device-unreachable'

/** A refusal takes at least this long, so that its time says nothing about why. */
const REFUSAL_FLOOR_MS = 250
const REFUSAL_JITTER_MS = 25

/** Lets a user in when the device does. A session that cannot be created is thrown, not refused. */
export async function logIn(parts: LoginParts, attempt: LoginAttempt): Promise<LoginOutcome> {
  const startedAt = performance.now()
  const outcome = await decide(parts, attempt)
  if (outcome.kind === 'refused') {
    const floor = REFUSAL_FLOOR_MS + Math.random() * REFUSAL_JITTER_MS
    await parts.pause(floor - (performance.now() - startedAt))
  }
  return outcome
}

async function decide(parts: LoginParts, attempt: LoginAttempt): Promise<LoginOutcome> {
  const { username, password } = attempt
  if (!username || !password) return refuse(attempt, 'missing-field', 'missing-field')
  const credentials = new Credentials(username, password)
  if (!credentials.canTravel) return refuse(attempt, 'wrong-credentials', 'not-for-basic')

  const within = AbortSignal.timeout(parts.deadlineMs)
  let verified: VerifiedUser
  try {
    verified = await parts.device.verify(credentials, within)
  } catch (error) {
    return refuseBy(attempt, error)
  }
  return await welcome(parts, { attempt, credentials, verified, within })
}

interface Accepted {
  readonly attempt: LoginAttempt
  readonly credentials: Credentials
  readonly verified: VerifiedUser
  readonly within: AbortSignal
}

async function welcome(
  parts: LoginParts,
  { attempt, credentials, verified, within }: Accepted,
): Promise<LoginOutcome> {
  const { log, username, address, browser, previous } = attempt
  const features = await detectFeatures(
    parts.probes,
    readOnce(verified.user, verified.alreadyRead, within),
    log,
  )
  if (parts.afterLogin) {
    await runAfterLogin(parts.afterLogin, new AuthenticatedContext(credentials, verified.user), {
      log,
      within,
    })
  }
  if (attempt.hasLeft()) {
    log.info('login.left', { username })
    return { kind: 'left' }
  }
  const session = await parts.sessions.open({ credentials, features, address, browser })
  if (previous) await parts.sessions.close(previous, 'replaced')
  log.info('login.succeeded', { username })
  return { kind: 'welcome', session }
}

function refuseBy(attempt: LoginAttempt, error: unknown): LoginOutcome {
  if (!(error instanceof DeviceError)) attempt.log.error('login.broken', { error })
  const { kind, code } = error instanceof DeviceError ? error : { kind: undefined, code: 'internal' }
  return refuse(attempt, kind === 'rejected' ? 'wrong-credentials' : 'device-unreachable', code)
}

function refuse({ log, username }: LoginAttempt, because: Refusal, reason: string): LoginOutcome {
  log.warn('login.refused', { username, because, reason })
  return { kind: 'refused', because }
}
