import { Credentials } from '../device/credentials.ts'
import { DeviceError } from '../device/device-error.ts'
import type { Log } from '../log.ts'
import type { ModelAccess } from '../session/model-access.ts'
import type { Session } from '../session/session.ts'
import type { OpenedSession, Sessions } from '../session/sessions.ts'
import { type AfterLogin, AuthenticatedContext, runAfterLogin } from './after-login.ts'
import { type AskParts, askDevice, type DeviceOutcome, TimeLimit } from './ask-device.ts'
import type { KnownBrowsers } from './known-browsers.ts'

/** What every login needs; made once. */
export interface LoginParts extends AskParts {
  readonly sessions: Sessions
  readonly knownBrowsers: KnownBrowsers
  readonly afterLogin?: AfterLogin | undefined
  readonly hookPatienceMs?: number | undefined
  /** Where the device's model is read after a login. */
  readonly model?: Pick<ModelAccess, 'beginAfterLogin'> | undefined
}

/** One attempt to log in. */
export interface LoginAttempt {
  readonly username: string
  readonly password: string
  /** The client's address, if it is known. */
  readonly address: string
  readonly browser: string
  /** The cookie by which the browser may be known. */
  readonly knownCookie: string | undefined
  /** The session this browser has had so far; a new one replaces it. */
  readonly previous: Session | undefined
  /** Its token, when the store could not say whether there is a session. */
  readonly previousToken: string | undefined
  /** True when the browser has disconnected. */
  readonly hasLeft: () => boolean
  readonly log: Log
}

export type LoginOutcome =
  | { readonly kind: 'welcome'; readonly session: OpenedSession; readonly knownCookie: string }
  | { readonly kind: 'refused'; readonly because: Refusal }
  /** Too many wrong passwords from there. */
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
  /** Too many logins wait for the device. */
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'left' }
  /** The device let them in, and no session could be kept: the store is away or full. */
  | { readonly kind: 'failed' }

export type Refusal = 'missing-field' | 'wrong-credentials' | 'device-unreachable'

/** Refusals are not sent earlier than this, so that their timing does not reveal the reason. */
const REFUSAL_FLOOR_MS = 250
const REFUSAL_JITTER_MS = 25
/** Spread wider, so that clients turned away together do not all come back together. */
const THROTTLE_JITTER_MS = 100

const BUSY_RETRY_SECONDS = 5

/** Lets a user in when the device does. */
export async function logIn(parts: LoginParts, attempt: LoginAttempt): Promise<LoginOutcome> {
  const startedAt = performance.now()
  const outcome = await decide(parts, attempt)
  if (outcome.kind !== 'welcome' && outcome.kind !== 'left') {
    const jitter = outcome.kind === 'throttled' ? THROTTLE_JITTER_MS : REFUSAL_JITTER_MS
    const floor = REFUSAL_FLOOR_MS + Math.random() * jitter
    await parts.pause(Math.max(0, floor - (performance.now() - startedAt)))
  }
  return outcome
}

async function decide(parts: LoginParts, attempt: LoginAttempt): Promise<LoginOutcome> {
  const { username, password, address, knownCookie, hasLeft, log } = attempt
  if (!username || !password) return refuse(attempt, 'missing-field', 'missing-field')
  const credentials = new Credentials(username, password)
  if (!credentials.canTravel) return refuse(attempt, 'wrong-credentials', 'not-for-basic')

  const deadline = new TimeLimit()
  try {
    const known = parts.knownBrowsers.find(knownCookie, username)
    const outcome = await askDevice(parts, { credentials, address, known, hasLeft, log, deadline })
    if (outcome.kind !== 'accepted') return turnAway(attempt, outcome)
    return await welcome(parts, attempt, { ...outcome, credentials, within: deadline.signal })
  } finally {
    deadline.clear()
  }
}

type NotAccepted = Exclude<DeviceOutcome, { kind: 'accepted' }>

function turnAway(attempt: LoginAttempt, outcome: NotAccepted): LoginOutcome {
  switch (outcome.kind) {
    case 'failed':
      return refuseBy(attempt, outcome.error)
    case 'throttled':
      return throttle(attempt, outcome.waitMs)
    case 'left':
      return leave(attempt)
    case 'no-room':
    case 'out-of-patience':
      attempt.log.warn('login.busy', { username: attempt.username, reason: outcome.kind })
      return { kind: 'busy', retryAfterSeconds: BUSY_RETRY_SECONDS }
  }
}

interface Welcomed extends Extract<DeviceOutcome, { kind: 'accepted' }> {
  readonly credentials: Credentials
  /** What is left of the login's deadline. */
  readonly within: AbortSignal
}

async function welcome(
  { sessions, knownBrowsers, afterLogin, hookPatienceMs, model }: LoginParts,
  attempt: LoginAttempt,
  { credentials, user, features, read, within }: Welcomed,
): Promise<LoginOutcome> {
  const { log, username, address, browser, previous, previousToken } = attempt
  if (afterLogin) {
    const context = new AuthenticatedContext(credentials, user)
    await runAfterLogin(afterLogin, context, { log, within, patienceMs: hookPatienceMs })
  }
  if (attempt.hasLeft()) return leave(attempt)
  // The old session ends first: at the cap, it must not be counted beside the new one.
  if (previous) await sessions.close(previous, 'replaced')
  const session = await sessions.open({ credentials, features, address, browser }).catch((error) => {
    log.error('login.failed', { username, error })
  })
  if (!session) return { kind: 'failed' }
  if (attempt.hasLeft()) {
    await sessions.closeUnseen(session.token)
    return leave(attempt)
  }
  if (previousToken) await sessions.closeUnseen(previousToken)
  log.info('login.succeeded', { username })
  model?.beginAfterLogin(session.token, read)
  return { kind: 'welcome', session, knownCookie: knownBrowsers.remember(attempt.knownCookie, username) }
}

function leave({ log, username }: LoginAttempt): LoginOutcome {
  log.info('login.left', { username })
  return { kind: 'left' }
}

function throttle({ log, username }: LoginAttempt, waitMs: number): LoginOutcome {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  log.warn('login.throttled', { username, reason: 'too-many-attempts', retryAfterSeconds })
  return { kind: 'throttled', retryAfterSeconds }
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
