import { Credentials } from '../../src/device/credentials.ts'
import { CsrfTokens, ServerSecret } from '../../src/session/server-secret.ts'
import type { Session, SessionLimits } from '../../src/session/session.ts'
import type { SessionRecord, SessionStore } from '../../src/session/session-store.ts'
import { Sessions } from '../../src/session/sessions.ts'
import { memoryStore } from '../../src/session/stores/memory.ts'
import { type CapturedLog, capturedLog } from './captured-log.ts'

export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => minutes(60 * count)

/** The session layer on a clock that a test moves. */
export interface SessionsUnderTest {
  readonly sessions: Sessions
  readonly store: SessionStore
  readonly secret: ServerSecret
  readonly clock: { now: number }
  readonly log: CapturedLog
  /** Opens a session and returns its token. */
  open(username?: string, password?: string): Promise<string>
  /** The session behind a token that is known to be live. */
  live(token: string): Promise<Session>
  /** Its record in the store. */
  record(token: string): Promise<SessionRecord>
}

export interface SessionsSetup {
  readonly store?: SessionStore
  readonly secret?: ServerSecret
  readonly limits?: Partial<SessionLimits>
  readonly clock?: { now: number }
}

export function startSessions(setup: SessionsSetup = {}): SessionsUnderTest {
  const clock = setup.clock ?? { now: Date.parse('2026-03-01T08:00:00Z') }
  const now = () => clock.now
  const store = setup.store ?? memoryStore({ now })
  const secret = setup.secret ?? ServerSecret.random()
  const limits = { idleMs: minutes(30), absoluteMs: hours(12), perUser: 10, total: 10_000, ...setup.limits }
  const log = capturedLog()
  const sessions = new Sessions({ store, secret, csrf: new CsrfTokens(secret, now), limits, now, log })
  return {
    sessions,
    store,
    secret,
    clock,
    log,
    async open(username = 'admin', password = 'canary-password') {
      const credentials = new Credentials(username, password)
      const features = { console: true }
      return (await sessions.open({ credentials, features, address: '192.0.2.1', browser: 'Firefox' })).token
    },
    async live(token) {
      const session = await sessions.find(token)
      if (!session) throw new Error('the session is not live')
      return session
    },
    async record(token) {
      const record = await store.find(secret.storeKey(token))
      if (!record) throw new Error('there is no such record')
      return record
    },
  }
}
