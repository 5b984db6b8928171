import { Credentials } from '../device/credentials.ts'
import type { Log } from '../log.ts'
import { EndedSessions, type Ending } from './ended-sessions.ts'
import { hasRealTimes, type NewSession, openPassword, openRecord, sealRecord } from './sealed-record.ts'
import { type CsrfTokens, looksLikeToken, newToken, type ServerSecret } from './server-secret.ts'
import { type Clock, type Session, type SessionLimits, timesAfter } from './session.ts'
import {
  type ExpiredRecord,
  type RecordUse,
  type SessionRecord,
  type SessionStore,
  StoreFull,
} from './session-store.ts'

const MIN_TOUCH_INTERVAL_MS = 60_000

export interface SessionsParts {
  readonly store: SessionStore
  readonly secret: ServerSecret
  readonly csrf: CsrfTokens
  readonly limits: SessionLimits
  readonly now: Clock
  readonly log: Log
}

export interface OpenedSession {
  readonly token: string
  readonly csrfToken: string
}

export class Sessions {
  readonly #parts: SessionsParts
  readonly #ended: EndedSessions

  constructor(parts: SessionsParts) {
    this.#parts = parts
    this.#ended = new EndedSessions(parts)
    parts.store.onExpired((record) => this.#tellOfExpired(record))
  }

  /** Starts a session under a new token. With too many sessions, the user's oldest ends. */
  async open(newSession: NewSession): Promise<OpenedSession> {
    const { secret, csrf, limits, now } = this.#parts
    const token = newToken()
    const csrfToken = csrf.fresh()
    const createdAt = now()
    const endsAt = createdAt + limits.absoluteMs
    const sealed = sealRecord(newSession, { csrfToken, createdAt, endsAt }, { secret, token })
    const record = { ...sealed, ...timesAfter({ lastSeenAt: createdAt, endsAt }, limits.idleMs) }
    await this.#keep(record, newSession.credentials.username)
    return { token, csrfToken }
  }

  /** The session behind a cookie. Unknown, expired, tampered with and logged out all look the same. */
  async find(token: string): Promise<Session | undefined> {
    const { store, secret, log, now } = this.#parts
    if (!looksLikeToken(token)) return undefined
    const key = secret.storeKey(token)
    if (this.#ended.has(key)) return undefined

    const record = await store.find(key)
    if (!record || this.#ended.has(key)) return undefined
    const session = openRecord(record, token, this.#parts)
    if (!session) {
      log.warn('session.tampered', { session: record.id })
      return undefined
    }
    if (now() >= session.idleEndsAt) return this.#expire(session)
    this.#ended.sawLive(key)
    return session
  }

  /**
   * The session was used: its idle limit starts anew. Written at most once a minute, to spare the store; a store that is
   * unavailable by now does not fail the request.
   */
  async touch(session: Session): Promise<void> {
    const { store, now, log } = this.#parts
    // The instance that wrote last may have a clock ahead of ours.
    const unused = Math.abs(now() - session.lastSeenAt)
    if (unused < Math.min(MIN_TOUCH_INTERVAL_MS, session.idleMs / 10)) return
    try {
      await store.touch(session.record.key, this.#useOf(session))
    } catch (error) {
      log.warn('session.touch-failed', { error, session: session.id })
    }
  }

  /** This session's own idle limit; none, or one above the server's, is the server's. */
  async setIdleLimit(session: Session, idleMs: number): Promise<void> {
    const { store, limits } = this.#parts
    const limit = idleMs === 0 ? limits.idleMs : Math.min(idleMs, limits.idleMs)
    await store.setIdleLimit(session.record.key, limit, this.#useOf(session))
  }

  /** The longest idle limit that a session can have. */
  get maxIdleMs(): number {
    return this.#parts.limits.idleMs
  }

  /** The time by which sessions live; the wall clock may jump. */
  now(): number {
    return this.#parts.now()
  }

  /** The user's name and password, to act toward the device with. */
  credentialsOf(session: Session): Credentials | undefined {
    const password = openPassword(session, this.#parts.secret)
    return password === undefined ? undefined : new Credentials(session.username, password)
  }

  /** Ends a session, here at once and everywhere as soon as the store has deleted it. Never fails. */
  async close(session: Session, because: Ending): Promise<void> {
    this.#logEnd(session, because)
    await this.#ended.end(session.record.key, because)
  }

  /** True when this instance has ended the session since it was found. */
  hasEnded({ record }: { readonly record: Pick<SessionRecord, 'key'> }): boolean {
    return this.#ended.has(record.key)
  }

  /** Why this instance ended the session of the token; the first reason counts. */
  endingOf(token: string): Ending | undefined {
    return this.#ended.endingOf(this.#parts.secret.storeKey(token))
  }

  /** Ends the session a token may stand for, when the store cannot say whether there is one. */
  async closeUnseen(token: string): Promise<void> {
    if (looksLikeToken(token)) await this.#ended.endClaimed(this.#parts.secret.storeKey(token))
  }

  /** All live sessions of the user, newest first. */
  async list(username: string): Promise<readonly SessionRecord[]> {
    const { store, secret, now } = this.#parts
    const owners = secret.hashes('owner', username)
    const records = await Promise.all(owners.map((owner) => store.listOwner(owner)))
    const isLive = (record: SessionRecord) => !this.#ended.has(record.key) && now() < this.endOf(record)
    return records
      .flat()
      .filter(hasRealTimes)
      .filter(isLive)
      .toSorted((a, b) => b.createdAt - a.createdAt)
  }

  /** When the session of a record ends, unless it is used. */
  endOf({ createdAt, lastSeenAt, idleMs }: SessionRecord): number {
    const { limits } = this.#parts
    return Math.min(lastSeenAt + Math.min(idleMs, limits.idleMs), createdAt + limits.absoluteMs)
  }

  /** Ends one of the user's own sessions by its id; false when the user has no such session. */
  async revoke(session: Session, id: string): Promise<boolean> {
    const found = (await this.list(session.username)).find((record) => record.id === id)
    if (found) await this.#revoke(session, [found])
    return found !== undefined
  }

  async revokeOthers(session: Session): Promise<void> {
    const others = (await this.list(session.username)).filter((record) => record.id !== session.id)
    await this.#revoke(session, others)
  }

  /** Ends sessions of a user for an administrator: all, or the one with the id. Throws unless the store confirms. */
  async endForAdministrator(username: string, id?: string): Promise<number> {
    const records = (await this.list(username)).filter((record) => id === undefined || record.id === id)
    for (const { key } of records) await this.#parts.store.delete(key)
    return records.length
  }

  /** Resolves when sessions can be kept. */
  async ready(): Promise<void> {
    await this.#parts.store.ping()
  }

  async stop(): Promise<void> {
    this.#ended.stop()
    await this.#parts.store.close()
  }

  async #keep(record: SessionRecord, username: string): Promise<void> {
    const { store, limits, log } = this.#parts
    try {
      const evicted = await store.insert(record, { perOwner: limits.perUser, total: limits.total })
      for (const key of evicted) this.#ended.addDeleted(key)
      const count = evicted.length + (await this.#endBeyondCap(username))
      if (count > 0) log.info('session.ended', { because: 'evicted', username, count })
    } catch (error) {
      // The insert may have succeeded even if its reply was lost.
      if (!(error instanceof StoreFull)) this.#ended.endLater(record.key)
      throw error
    }
  }

  /** The store caps the sessions of one owner hash; while a secret is being replaced, a user has several hashes. */
  async #endBeyondCap(username: string): Promise<number> {
    const { secret, limits } = this.#parts
    if (secret.hashes('owner', username).length === 1) return 0
    const beyond = (await this.list(username)).slice(limits.perUser)
    await Promise.all(beyond.map(({ key }) => this.#ended.end(key, 'evicted')))
    return beyond.length
  }

  /** Over by this instance's clock. Only the store deletes it: another instance's clock may say otherwise. */
  #expire(session: Session): undefined {
    this.#ended.addExpired(session.record.key)
    this.#logEnd(session, 'expired')
  }

  /** Logs a session that expired in the store, unless its end is in the log already. */
  #tellOfExpired({ key, id, address }: ExpiredRecord): void {
    if (this.#ended.has(key)) return
    this.#parts.log.info('session.ended', { because: 'expired', session: id, address })
  }

  async #revoke({ username }: Session, records: readonly SessionRecord[]): Promise<void> {
    for (const { id } of records)
      this.#parts.log.info('session.ended', { because: 'revoked', session: id, username })
    await Promise.all(records.map((record) => this.#ended.end(record.key, 'revoked')))
  }

  #logEnd({ id, username }: Session, because: Ending): void {
    this.#parts.log.info('session.ended', { because, session: id, username })
  }

  #useOf({ endsAt }: Session): RecordUse {
    return { lastSeenAt: this.now(), endsAt }
  }
}
