/**
 * Where sealed sessions are kept. A store sees keys, opaque bytes, times and what a user's own list shows. What it
 * acknowledges survives a restart of the process that keeps it, but for the store in memory; touches may be lost.
 */
export interface SessionStore {
  /**
   * Keeps a new record. The owner's oldest records beyond `perOwner` are forgotten and returned by key.
   * Throws {@link StoreFull} when `total` live records are kept already.
   */
  insert(record: SessionRecord, caps: SessionCaps): Promise<readonly string[]>
  /** The record under the key; undefined when unknown or expired. Throws only when the store itself is broken. */
  find(key: string): Promise<SessionRecord | undefined>
  /**
   * The record was used: it expires later, by the idle limit that it has by then. Never brings back one that is
   * gone; false then.
   */
  touch(key: string, use: RecordUse): Promise<boolean>
  /** The same, and from now on by this idle limit. */
  setIdleLimit(key: string, idleMs: number, use: RecordUse): Promise<boolean>
  /** Forgets the key; false when it was unknown. */
  delete(key: string): Promise<boolean>
  /** The owner's live records, oldest first. */
  listOwner(owner: string): Promise<readonly SessionRecord[]>
  /** How many live records there are. */
  count(): Promise<number>
  /** Resolves when the store answers. */
  ping(): Promise<void>
  /** Calls back whenever the store may be another one than before: after a lost connection, a restart, a fail-over. */
  onReconnect?(listener: () => void): void
  /** Calls back for each record that is forgotten because its time was over: once, in one of the instances. */
  onExpired(listener: (record: ExpiredRecord) => void): void
  /** Stops timers and closes connections. */
  close(): Promise<void>
}

/** A session as a store keeps it. Times are milliseconds since 1970. */
export interface SessionRecord extends RecordTimes {
  /** A hash of the token and the device: enough to find the record, not enough to use the session. */
  readonly key: string
  /** A keyed hash of the user name, for listing. */
  readonly owner: string
  /** Names the session to its own user; random, neither token nor key. */
  readonly id: string
  readonly createdAt: number
  /** Where the session was opened from, for the user's own list. */
  readonly address: string
  readonly browser: string
  /** What a page needs: user, csrf token, features. */
  readonly sealedSession: Uint8Array
  /** What a device call needs. Sealed apart, so that a page which makes none does not open it. */
  readonly sealedPassword: Uint8Array
}

/** What is known of an expired record. The user's name is under the seal. */
export type ExpiredRecord = Pick<SessionRecord, 'key' | 'id' | 'address'>

export interface RecordTimes {
  readonly lastSeenAt: number
  /** This session's own idle limit. */
  readonly idleMs: number
  /** After this the record is treated as gone. */
  readonly expiresAt: number
}

export interface RecordUse {
  readonly lastSeenAt: number
  /** The session is over then, however busy. */
  readonly endsAt: number
}

export interface SessionCaps {
  readonly perOwner: number
  readonly total: number
}

export class StoreFull extends Error {
  override name = 'StoreFull'
}

/** The store cannot be asked right now. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The store cannot be used as it is set up. The message is one sentence for the operator. */
export class StoreMisconfigured extends Error {
  override name = 'StoreMisconfigured'
}
