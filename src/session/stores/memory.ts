import { type SessionRecord, type SessionStore, StoreFull } from '../session-store.ts'
import { expiryBuckets } from './expiry-buckets.ts'

export interface MemoryStoreOptions {
  readonly now?: () => number
  readonly sweepEveryMs?: number
}

/** Sessions in this process. Simple and fast; a restart signs everybody out. */
export function memoryStore({ now = Date.now, sweepEveryMs = 1_000 }: MemoryStoreOptions = {}): SessionStore {
  const records = new Map<string, SessionRecord>()
  const keysOf = new Map<string, Set<string>>()
  const expiries = expiryBuckets()
  const sweeper = setInterval(sweep, sweepEveryMs).unref()

  /** A bounded piece of work, so that a million records which expire together stall nobody. */
  function sweep(): void {
    for (const record of expiries.takeDue(now(), SWEEP_BATCH)) forget(record)
  }

  function live(key: string): SessionRecord | undefined {
    const record = records.get(key)
    return record && record.expiresAt > now() ? record : undefined
  }

  function liveOf(owner: string): SessionRecord[] {
    const found = [...(keysOf.get(owner) ?? [])].map(live)
    return found.filter((record) => record !== undefined).sort((a, b) => a.createdAt - b.createdAt)
  }

  /** What has to go before the owner may have one more. */
  function beyond(perOwner: number, owner: string): readonly SessionRecord[] {
    if ((keysOf.get(owner)?.size ?? 0) < perOwner) return []
    const theirs = liveOf(owner)
    return theirs.slice(0, Math.max(0, theirs.length + 1 - perOwner))
  }

  function isFull(total: number): boolean {
    return records.size >= total && records.size - expiries.countDue(now()) >= total
  }

  function keep(record: SessionRecord): void {
    records.set(record.key, record)
    expiries.add(record)
    const keys = keysOf.get(record.owner)
    if (keys) keys.add(record.key)
    else keysOf.set(record.owner, new Set([record.key]))
  }

  function forget(record: SessionRecord): void {
    records.delete(record.key)
    expiries.remove(record)
    const keys = keysOf.get(record.owner)
    keys?.delete(record.key)
    if (keys?.size === 0) keysOf.delete(record.owner)
  }

  return {
    async insert(record, { perOwner, total }) {
      const evicted = beyond(perOwner, record.owner)
      if (isFull(total + evicted.length)) throw new StoreFull(`all ${total} sessions are taken`)
      evicted.forEach(forget)
      keep(compact(record))
      return evicted.map(({ key }) => key)
    },
    async find(key) {
      return live(key)
    },
    async touch(key, { lastSeenAt, idleMs, expiresAt }) {
      const record = live(key)
      if (!record) return false
      expiries.remove(record)
      keep({ ...record, lastSeenAt, idleMs, expiresAt })
      return true
    },
    async delete(key) {
      const record = live(key)
      if (record) forget(record)
      return record !== undefined
    },
    async listOwner(owner) {
      return liveOf(owner)
    },
    async count() {
      return records.size - expiries.countDue(now())
    },
    async ping() {},
    async close() {
      clearInterval(sweeper)
    },
  }
}

const SWEEP_BATCH = 5_000

/** The same record on bytes of its own: a view would keep all of the buffer it was cut from. */
function compact(record: SessionRecord): SessionRecord {
  return {
    ...record,
    sealedSession: Uint8Array.from(record.sealedSession),
    sealedPassword: Uint8Array.from(record.sealedPassword),
  }
}
