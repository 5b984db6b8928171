import { inspect } from 'node:util'
import type { Features } from '../features/features.ts'
import type { RecordTimes, RecordUse, SessionRecord } from './session-store.ts'

export interface SessionLimits {
  /** A session unused for this long is over; a session may choose a shorter limit for itself. */
  readonly idleMs: number
  /** A session this old is over, however busy. */
  readonly absoluteMs: number
  readonly perUser: number
  readonly total: number
}

/** What is sealed for the pages. */
export interface SessionContents {
  readonly username: string
  readonly csrfToken: string
  readonly features: Features
  readonly endsAt: number
}

/** A live session. Printing it shows no token. */
export class Session {
  readonly username: string
  readonly features: Features
  /** When it ends, however busy. */
  readonly endsAt: number
  readonly #record: SessionRecord
  readonly #csrfToken: string
  readonly #token: string

  constructor(token: string, record: SessionRecord, contents: SessionContents) {
    this.username = contents.username
    this.features = contents.features
    this.endsAt = contents.endsAt
    this.#record = record
    this.#csrfToken = contents.csrfToken
    this.#token = token
  }

  get id() {
    return this.#record.id
  }

  get createdAt() {
    return this.#record.createdAt
  }

  get lastSeenAt() {
    return this.#record.lastSeenAt
  }

  get idleMs() {
    return this.#record.idleMs
  }

  /** When it ends, unless it is used. */
  get idleEndsAt() {
    return Math.min(this.lastSeenAt + this.idleMs, this.endsAt)
  }

  get csrfToken() {
    return this.#csrfToken
  }

  /** For the session layer, which opens the seals with it. */
  get token() {
    return this.#token
  }

  get record() {
    return this.#record
  }

  toJSON() {
    return { id: this.id, username: this.username, features: this.features, token: '[redacted]' }
  }

  [inspect.custom]() {
    return `Session(${JSON.stringify(this.toJSON())})`
  }
}

/** A record is kept this long after its session is over: the store is the backstop, not the judge. */
export const KEPT_BEYOND_MS = 60_000

/** The times of a record that was used like this. */
export function timesAfter({ lastSeenAt, endsAt }: RecordUse, idleMs: number): RecordTimes {
  return { lastSeenAt, idleMs, expiresAt: Math.min(lastSeenAt + idleMs, endsAt) + KEPT_BEYOND_MS }
}

/** Milliseconds since 1970. */
export type Clock = () => number

/**
 * The wall clock as it stood when this process started, carried on by a clock that cannot jump:
 * a device without a battery learns the time minutes after its start, which must not change when sessions end.
 */
export function steadyClock(): Clock {
  const startedAt = Date.now() - performance.now()
  return () => Math.round(startedAt + performance.now())
}
