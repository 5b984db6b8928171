import { type ExpiredRecord, type SessionRecord, type SessionStore, StoreFull } from '../session-store.ts'
import { byteShelf } from './byte-shelf.ts'
import { expiryCounts } from './expiry-counts.ts'
import { ownerIndex } from './owner-index.ts'
import { expiryOf, packRecord, packTimes, unpackRecord } from './packed-record.ts'

export interface MemoryStoreOptions {
  readonly now?: () => number
  readonly sweepEveryMs?: number
}

/** Sessions in this process. Simple and fast; a restart signs everybody out. */
export function memoryStore({ now = Date.now, sweepEveryMs = 1_000 }: MemoryStoreOptions = {}): SessionStore {
  const shelf = byteShelf()
  const places = new Map<string, number>()
  const owners = ownerIndex()
  const expiries = expiryCounts()
  const listeners: ((record: ExpiredRecord) => void)[] = []
  let walk = places.entries()
  const sweeper = setInterval(sweep, sweepEveryMs).unref()

  function keep(record: SessionRecord): void {
    forget(record.key)
    places.set(record.key, shelf.put(packRecord(record)))
    owners.add(record.owner, record.key)
    expiries.add(record.expiresAt)
  }

  function kept(key: string): SessionRecord | undefined {
    const place = places.get(key)
    return place === undefined ? undefined : unpackRecord(key, shelf.look(place))
  }

  function live(key: string): SessionRecord | undefined {
    const record = kept(key)
    return record && record.expiresAt > now() ? record : undefined
  }

  function forget(key: string): boolean {
    const record = kept(key)
    const place = places.get(key)
    if (!record || place === undefined) return false
    places.delete(key)
    shelf.clear(place)
    owners.remove(record.owner, key)
    expiries.remove(record.expiresAt)
    return record.expiresAt > now()
  }

  function liveOf(owner: string): SessionRecord[] {
    const records = owners.keysOf(owner).map(live)
    return records.filter((record) => record !== undefined).sort((a, b) => a.createdAt - b.createdAt)
  }

  /** Who has to go before the owner may have one more. */
  function beyond(perOwner: number, owner: string): string[] {
    if (owners.keysOf(owner).length < perOwner) return []
    const theirs = liveOf(owner)
    return theirs.slice(0, Math.max(0, theirs.length + 1 - perOwner)).map(({ key }) => key)
  }

  function hasRoom(total: number): boolean {
    return places.size < total || places.size - expiries.due(now()) < total
  }

  /** A bounded stretch of one long walk: a million records that expire together stall nobody. */
  function sweep(): void {
    if (expiries.due(now()) === 0) return
    for (let step = 0; step < STEPS_A_SWEEP; step++) {
      const { done, value } = walk.next()
      if (done) {
        walk = places.entries()
        return
      }
      const [key, place] = value
      if (expiryOf(shelf.look(place)) <= now()) expire(key)
    }
  }

  function expire(key: string): void {
    const record = kept(key)
    forget(key)
    if (!record) return
    const { id, address } = record
    for (const listener of listeners) listener({ key, id, address })
  }

  return {
    async insert(record, { perOwner, total }) {
      const evicted = beyond(perOwner, record.owner)
      if (!hasRoom(total + evicted.length)) throw new StoreFull(`all ${total} sessions are taken`)
      evicted.forEach(forget)
      keep(record)
      return evicted
    },
    async find(key) {
      return live(key)
    },
    async touch(key, times) {
      const record = live(key)
      const place = places.get(key)
      if (!record || place === undefined) return false
      shelf.patch(place, packTimes(times))
      expiries.remove(record.expiresAt)
      expiries.add(times.expiresAt)
      return true
    },
    async delete(key) {
      return forget(key)
    },
    async listOwner(owner) {
      return liveOf(owner)
    },
    async count() {
      return places.size - expiries.due(now())
    },
    async ping() {},
    onExpired(listener) {
      listeners.push(listener)
    },
    async close() {
      clearInterval(sweeper)
    },
  }
}

const STEPS_A_SWEEP = 5_000
