import { timesAfter } from '../session.ts'
import {
  type ExpiredRecord,
  type RecordUse,
  type SessionRecord,
  type SessionStore,
  StoreFull,
} from '../session-store.ts'

export interface MemoryStoreOptions {
  readonly now?: () => number
  readonly sweepEveryMs?: number
}

/** Sessions in this process. Simple and fast; a restart logs every user out. */
export function memoryStore({ now = Date.now, sweepEveryMs = 1_000 }: MemoryStoreOptions = {}): SessionStore {
  const records = new Map<string, SessionRecord>()
  const keysByOwner = new Map<string, readonly string[]>()
  const listeners: ((record: ExpiredRecord) => void)[] = []
  const sweeper = setInterval(sweep, sweepEveryMs).unref()

  function live(key: string): SessionRecord | undefined {
    const record = records.get(key)
    return record && record.expiresAt > now() ? record : undefined
  }

  function liveOf(owner: string): SessionRecord[] {
    const found = (keysByOwner.get(owner) ?? []).map(live).filter((record) => record !== undefined)
    return found.sort((a, b) => a.createdAt - b.createdAt)
  }

  function countLive(): number {
    let count = 0
    for (const { expiresAt } of records.values()) if (expiresAt > now()) count++
    return count
  }

  function keep(record: SessionRecord): void {
    records.set(record.key, record)
    keysByOwner.set(record.owner, [...(keysByOwner.get(record.owner) ?? []), record.key])
  }

  function forget({ key, owner }: SessionRecord): void {
    records.delete(key)
    const others = (keysByOwner.get(owner) ?? []).filter((other) => other !== key)
    if (others.length > 0) keysByOwner.set(owner, others)
    else keysByOwner.delete(owner)
  }

  /** Without a new idle limit the record keeps its own. */
  function retime(key: string, use: RecordUse, idleMs?: number): boolean {
    const record = live(key)
    if (record) records.set(key, { ...record, ...timesAfter(use, idleMs ?? record.idleMs) })
    return record !== undefined
  }

  /** A bounded number at a time: many sessions that expire together do not block the process. */
  function sweep(): void {
    const expired = records.values().filter(({ expiresAt }) => expiresAt <= now())
    for (const record of expired.take(MAX_A_SWEEP)) {
      forget(record)
      for (const listener of listeners) listener({ key: record.key, id: record.id, address: record.address })
    }
  }

  return {
    async insert(record, { perOwner, total }) {
      const mayBeTooMany = (keysByOwner.get(record.owner)?.length ?? 0) >= perOwner
      const theirs = mayBeTooMany ? liveOf(record.owner) : []
      const evicted = theirs.slice(0, Math.max(0, theirs.length + 1 - perOwner))
      const isFull = records.size - evicted.length >= total && countLive() - evicted.length >= total
      if (isFull) throw new StoreFull(`all ${total} sessions are taken`)
      for (const old of evicted) forget(old)
      keep(record)
      return evicted.map(({ key }) => key)
    },
    find: async (key) => live(key),
    touch: async (key, use) => retime(key, use),
    setIdleLimit: async (key, idleMs, use) => retime(key, use, idleMs),
    async delete(key) {
      const record = records.get(key)
      if (!record) return false
      forget(record)
      return record.expiresAt > now()
    },
    listOwner: async (owner) => liveOf(owner),
    count: async () => countLive(),
    async ping() {},
    onExpired: (listener) => void listeners.push(listener),
    async close() {
      clearInterval(sweeper)
    },
  }
}

const MAX_A_SWEEP = 1_000
