import { randomBytes } from 'node:crypto'
import { Credentials } from '../device/credentials.ts'
import type { Features } from '../features/features.ts'
import type { Log } from '../log.ts'
import type { Clock } from './clock.ts'
import type { CsrfTokens } from './csrf-tokens.ts'
import { DeadSessions } from './dead-sessions.ts'
import { type SealBinding, seal } from './sealed-record.ts'
import type { ServerSecret } from './server-secret.ts'
import type { Session } from './session.ts'
import { openPassword, openRecord } from './session-contents.ts'
import type { SessionLimits } from './session-limits.ts'
import type { SessionRecord, SessionStore } from './session-store.ts'
import { looksLikeToken, newToken, storeKey } from './token.ts'

/** The store drops a record this long after we would: it is the backstop, not the judge. */
const BACKSTOP_MS = 60_000
const TOUCH_AT_MOST_EVERY_MS = 60_000

export interface SessionsParts {
  readonly store: SessionStore
  readonly secret: ServerSecret
  readonly csrf: CsrfTokens
  readonly limits: SessionLimits
  readonly now: Clock
  readonly log: Log
}

export interface Newcomer {
  readonly credentials: Credentials
  readonly features: Features
  /** Where from and with what, for the user's own list of sessions. */
  readonly address: string
  readonly browser: string
}

export interface OpenedSession {
  readonly token: string
  readonly csrfToken: string
}

/** Why a session ended, for the log. */
export type Ending = 'logout' | 'replaced' | 'revoked' | 'device-rejected' | 'expired' | 'evicted'

export class Sessions {
  readonly #parts: SessionsParts
  readonly #dead: DeadSessions

  constructor(parts: SessionsParts) {
    this.#parts = parts
    this.#dead = new DeadSessions(parts)
  }

  /** Starts a session under a token nobody has seen before. The user's oldest ends when there are too many. */
  async open({ credentials, features, address, browser }: Newcomer): Promise<OpenedSession> {
    const { store, secret, csrf, limits, now, log } = this.#parts
    const token = newToken()
    const csrfToken = csrf.fresh()
    const { username } = credentials
    const key = storeKey(token)
    const createdAt = now()
    const [owner] = secret.hashes('owner', username)
    const contents = {
      username,
      csrfToken,
      features,
      owner,
      createdAt,
      endsAt: createdAt + limits.absoluteMs,
    }
    const bound: Omit<SealBinding, 'purpose'> = { secret, token, key }
    const record: SessionRecord = {
      key,
      owner,
      id: randomBytes(9).toString('base64url'),
      createdAt,
      address,
      browser,
      sealedSession: seal(JSON.stringify(contents), { ...bound, purpose: 'session' }),
      sealedPassword: seal(credentials.revealPassword(), { ...bound, purpose: 'password' }),
      ...this.#times(createdAt, limits.idleMs, contents.endsAt),
    }
    const evicted = await store.insert(record, { perOwner: limits.perUser, total: limits.total })
    for (const gone of evicted) this.#dead.remember(gone)
    if (evicted.length > 0) log.info('session.ended', { because: 'evicted', username, count: evicted.length })
    return { token, csrfToken }
  }

  /** The session behind a cookie. Unknown, expired, tampered with and logged out all look the same. */
  async find(token: string): Promise<Session | undefined> {
    const { store, log, now } = this.#parts
    if (!looksLikeToken(token)) return undefined
    const key = storeKey(token)
    if (this.#dead.has(key)) return undefined

    const record = await store.find(key)
    if (!record) return undefined
    const session = openRecord(record, token, this.#parts)
    if (!session) {
      log.warn('session.tampered', { session: record.id })
      return undefined
    }
    if (now() < session.idleEndsAt) return session
    await this.close(session, 'expired')
    return undefined
  }

  /** The session was used: its idle limit starts anew. Written seldom, for the store's sake. */
  async touch(session: Session): Promise<void> {
    const unused = this.#parts.now() - session.lastSeenAt
    if (unused < Math.min(TOUCH_AT_MOST_EVERY_MS, session.idleMs / 10)) return
    await this.#update(session, session.idleMs)
  }

  /** This session's own idle limit; none, or one above the server's, is the server's. */
  async setIdleLimit(session: Session, idleMs: number): Promise<void> {
    const most = this.#parts.limits.idleMs
    await this.#update(session, idleMs === 0 ? most : Math.min(idleMs, most))
  }

  /** The user's name and password, to act toward the device with. */
  credentialsOf(session: Session): Credentials | undefined {
    const password = openPassword(session, this.#parts.secret)
    return password === undefined ? undefined : new Credentials(session.username, password)
  }

  /** Ends a session, here at once and everywhere as soon as the store hears of it. Never fails. */
  async close(session: Session, because: Ending): Promise<void> {
    this.#parts.log.info('session.ended', { because, session: session.id, username: session.username })
    await this.#dead.bury(session.record.key)
  }

  /** True when this instance has seen the session end, after it was found. */
  hasEnded(session: Session): boolean {
    return this.#dead.has(session.record.key)
  }

  /** Ends whatever session a token may stand for, when the store cannot say whether there is one. */
  async closeUnseen(token: string): Promise<void> {
    if (looksLikeToken(token)) await this.#dead.bury(storeKey(token))
  }

  /** All live sessions of the user whose session this is, newest first. */
  async list(session: Session): Promise<readonly SessionRecord[]> {
    const { store, secret, now } = this.#parts
    const owners = secret.hashes('owner', session.username)
    const records = await Promise.all(owners.map((owner) => store.listOwner(owner)))
    const isLive = (record: SessionRecord) =>
      !this.#dead.has(record.key) && now() < record.lastSeenAt + record.idleMs
    return records
      .flat()
      .filter(isLive)
      .toSorted((a, b) => b.createdAt - a.createdAt)
  }

  /** Ends one of the user's own sessions by its id; false when the user has no such session. */
  async revoke(session: Session, id: string): Promise<boolean> {
    const found = (await this.list(session)).find((record) => record.id === id)
    if (found) await this.#revoke(session, [found])
    return found !== undefined
  }

  async revokeOthers(session: Session): Promise<void> {
    const others = (await this.list(session)).filter((record) => record.id !== session.id)
    await this.#revoke(session, others)
  }

  /** Resolves when sessions can be kept. */
  async ready(): Promise<void> {
    await this.#parts.store.ping()
  }

  async stop(): Promise<void> {
    this.#dead.stop()
    await this.#parts.store.close()
  }

  async #revoke({ username }: Session, records: readonly SessionRecord[]): Promise<void> {
    for (const { id } of records)
      this.#parts.log.info('session.ended', { because: 'revoked', session: id, username })
    await Promise.all(records.map((record) => this.#dead.bury(record.key)))
  }

  async #update(session: Session, idleMs: number): Promise<void> {
    const { store, now } = this.#parts
    await store.touch(session.record.key, this.#times(now(), idleMs, session.endsAt))
  }

  #times(lastSeenAt: number, idleMs: number, endsAt: number) {
    return { lastSeenAt, idleMs, expiresAt: Math.min(lastSeenAt + idleMs, endsAt) + BACKSTOP_MS }
  }
}
