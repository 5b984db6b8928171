import { randomBytes } from 'node:crypto'
import { Credentials } from '../src/device/credentials.ts'
import { silentLog } from '../src/log.ts'
import { CsrfTokens, ServerSecret } from '../src/session/server-secret.ts'
import type { SessionStore } from '../src/session/session-store.ts'
import { Sessions } from '../src/session/sessions.ts'
import { memoryStore } from '../src/session/stores/memory.ts'

const HOUR_MS = 3_600_000

export interface FilledSessions {
  readonly store: SessionStore
  /** The tokens of some of the sessions, evenly taken from all. */
  readonly tokens: readonly string[]
  /** The session layer over them, as it is after a start. */
  openSessions(): Sessions
}

/** The session layer as the service has it in memory, with this many users logged in. */
export async function fillSessions(count: number, mostTokens: number): Promise<FilledSessions> {
  const secret = new ServerSecret([randomBytes(32)])
  const store = memoryStore()
  const limits = { idleMs: HOUR_MS, absoluteMs: 12 * HOUR_MS, perUser: 10, total: count + 10 }
  const csrf = new CsrfTokens(secret, Date.now)
  const openSessions = () => new Sessions({ store, secret, csrf, limits, now: Date.now, log: silentLog })
  const sessions = openSessions()
  const tokens: string[] = []
  const keepEvery = Math.ceil(count / mostTokens)
  for (let n = 0; n < count; n++) {
    const { token } = await sessions.open({
      credentials: new Credentials(`user-${n}`, 'a-password-of-20-chr'),
      features: { console: true, 'the service': true, wifi: true, containers: false },
      address: '192.0.2.10',
      browser: 'Firefox on Linux',
    })
    if (n % keepEvery === 0) tokens.push(token)
  }
  return { store, tokens, openSessions }
}
