import type { Log } from '../log.ts'
import type { Clock, SessionLimits } from './session.ts'
import type { SessionStore } from './session-store.ts'

const MAX_ENDED = 50_000
const MAX_CLAIMED = 10_000
const MAX_EXPIRED = 10_000
const MAX_SEEN = 20_000
/** Logins share the connection with these deletes, so they go in small groups. */
const DELETES_AT_ONCE = 20
const RETRY_MS = 1_000

/** Why a session ended. */
export type Ending = 'logout' | 'replaced' | 'revoked' | 'device-rejected' | 'expired' | 'evicted'

interface EndedSessionsParts {
  readonly store: SessionStore
  readonly limits: SessionLimits
  readonly now: Clock
  readonly log: Log
}

/**
 * Makes sure that an ended session stays ended. A store may lose a delete (it was down, or a replica took over that had
 * not received it), so ended sessions are refused here whatever the store says, and deleted again until it confirms.
 */
export class EndedSessions {
  readonly #parts: EndedSessionsParts
  /** Sessions that were real. */
  readonly #ended: RecentKeys
  /** Keys of tokens that may be made up. A flood of them pushes out only each other, never a real session. */
  readonly #claimed: RecentKeys
  /** Refused here and left to the store to delete: by another instance's clock they may still be live. */
  readonly #expired: RecentKeys
  /** Sessions found live lately, to tell a real session's logout from a made-up one while the store is down. */
  readonly #seen: RecentKeys
  readonly #endings = new Map<string, Ending>()
  /** What the store has not confirmed to have deleted. */
  readonly #toDelete = new Set<string>()
  #nextTry: NodeJS.Timeout | undefined
  #isTrying = false

  constructor(parts: EndedSessionsParts) {
    const { limits, now, store } = parts
    this.#parts = parts
    const list = (max: number, forgot = (_key: string) => {}) =>
      new RecentKeys({ max, keepMs: limits.absoluteMs, now, forgot })
    const isForgotten = (key: string) => {
      this.#toDelete.delete(key)
      this.#endings.delete(key)
    }
    this.#ended = list(MAX_ENDED, isForgotten)
    this.#claimed = list(MAX_CLAIMED, isForgotten)
    this.#expired = list(MAX_EXPIRED)
    this.#seen = list(MAX_SEEN)
    store.onReconnect?.(() => this.#deleteAllAgain())
  }

  has(key: string): boolean {
    return this.#ended.has(key) || this.#claimed.has(key) || this.#expired.has(key)
  }

  /** Why this instance ended the session; undefined when another one did, or when it was forgotten. */
  endingOf(key: string): Ending | undefined {
    return this.#endings.get(key)
  }

  /** Notes that the key belongs to a real session. */
  sawLive(key: string): void {
    this.#seen.add(key)
  }

  /** Ends a session. If the store is down, the delete is repeated until it succeeds; this never fails. */
  async end(key: string, because: Ending): Promise<void> {
    if (!this.#endings.has(key)) this.#endings.set(key, because)
    await this.#endIn(this.#ended, key)
  }

  /** As {@link end}, for a key that may be made up. */
  async endClaimed(key: string): Promise<void> {
    await this.#endIn(this.#seen.has(key) ? this.#ended : this.#claimed, key)
  }

  /** As {@link end}, without waiting for the store. */
  endLater(key: string): void {
    this.#ended.add(key)
    this.#toDelete.add(key)
    this.#tryAfter(RETRY_MS)
  }

  /** Remembers a session that the store has already deleted, in case the store loses the delete. */
  addDeleted(key: string): void {
    this.#ended.add(key)
  }

  /** Refuses a session that is over by this instance's clock. The store deletes it by itself. */
  addExpired(key: string): void {
    this.#expired.add(key)
  }

  stop(): void {
    clearTimeout(this.#nextTry)
    this.#toDelete.clear()
  }

  async #endIn(list: RecentKeys, key: string): Promise<void> {
    list.add(key)
    this.#toDelete.add(key)
    try {
      await this.#delete(key)
    } catch (error) {
      this.#parts.log.error('store.delete-failed', { error })
      this.#tryAfter(RETRY_MS)
    }
  }

  async #delete(key: string): Promise<void> {
    await this.#parts.store.delete(key)
    this.#toDelete.delete(key)
  }

  /** After a reconnection the store may be another one. The newest deletes are the most likely to be missing there. */
  #deleteAllAgain(): void {
    this.#toDelete.clear()
    for (const key of [...this.#ended.newestFirst(), ...this.#claimed.newestFirst()]) this.#toDelete.add(key)
    clearTimeout(this.#nextTry)
    this.#nextTry = undefined
    this.#tryAfter(0)
  }

  /** At most one try is due or under way at a time; the one under way starts the next by itself. */
  #tryAfter(ms: number): void {
    if (!this.#isTrying) this.#nextTry ??= setTimeout(() => this.#deleteSome(), ms).unref()
  }

  /** Sends one delete first and the others of the group only if it succeeds, to spare a store that is down. */
  async #deleteSome(): Promise<void> {
    const [first, ...others] = this.#toDelete.values().take(DELETES_AT_ONCE)
    const isDone = first === undefined || ((await this.#succeeds(first)) && (await this.#allSucceed(others)))
    this.#nextTry = undefined
    if (this.#toDelete.size > 0) this.#tryAfter(isDone ? 0 : RETRY_MS)
  }

  async #allSucceed(keys: readonly string[]): Promise<boolean> {
    return (await Promise.all(keys.map((key) => this.#succeeds(key)))).every(Boolean)
  }

  async #succeeds(key: string): Promise<boolean> {
    try {
      await this.#delete(key)
      return true
    } catch {
      // To the end of the line, so that the next try starts with another key.
      if (this.#toDelete.delete(key)) this.#toDelete.add(key)
      return false
    }
  }
}

interface RecentKeysParts {
  readonly max: number
  readonly keepMs: number
  readonly now: Clock
  readonly forgot: (key: string) => void
}

/** The keys that were added last: at least `max` of them, each for as long as a session could have lived. */
class RecentKeys {
  readonly #parts: RecentKeysParts
  readonly #forgetAt = new Map<string, number>()

  constructor(parts: RecentKeysParts) {
    this.#parts = parts
  }

  /** Re-adding a key keeps its first deadline. */
  add(key: string): void {
    if (this.#forgetAt.has(key)) return
    const { max, keepMs, now } = this.#parts
    this.#forgetAt.set(key, now() + keepMs)
    // In bulk: finding the oldest entry of a Map again and again walks over all that were deleted before it.
    if (this.#forgetAt.size >= 1.1 * max) this.#forget(this.#forgetAt.size - max)
  }

  has(key: string): boolean {
    return this.#forgetAt.has(key)
  }

  newestFirst(): string[] {
    this.#forget(0)
    return [...this.#forgetAt.keys()].reverse()
  }

  /** Forgets the `count` oldest keys, and all whose time is over. */
  #forget(count: number): void {
    const now = this.#parts.now()
    let left = count
    for (const [key, forgetAt] of this.#forgetAt) {
      if (left-- <= 0 && forgetAt > now) return
      this.#forgetAt.delete(key)
      this.#parts.forgot(key)
    }
  }
}
