import {
  type ExpiredRecord,
  type RecordUse,
  type SessionRecord,
  type SessionStore,
  StoreFull,
  timesAfter,
} from '../session-store.ts'
import { expiryCounts } from './expiry-counts.ts'
import { keyTable } from './key-table.ts'
import { ownerChains } from './owner-chains.ts'
import { recordShelf } from './record-shelf.ts'

export interface MemoryStoreOptions {
  readonly now?: () => number
  readonly sweepEveryMs?: number
}

/** Sessions in this process. Simple and fast; a restart signs everybody out. */
export function memoryStore({ now = Date.now, sweepEveryMs = 1_000 }: MemoryStoreOptions = {}): SessionStore {
  const shelf = recordShelf()
  const places = keyTable(shelf.keyAt)
  const owners = ownerChains(shelf)
  const expiries = expiryCounts()
  const listeners: ((record: ExpiredRecord) => void)[] = []
  const sweeper = setInterval(sweep, sweepEveryMs).unref()

  function keep(record: SessionRecord): void {
    forget(record.key)
    const place = shelf.put(record)
    places.set(record.key, place)
    owners.add(record.owner, place)
    expiries.add(record.expiresAt)
  }

  function placeOfLive(key: string): number | undefined {
    const place = places.find(key)
    return place !== undefined && shelf.expiryAt(place) > now() ? place : undefined
  }

  /** Without a new idle limit the record keeps its own. */
  function retime(key: string, use: RecordUse, idleMs?: number): boolean {
    const place = placeOfLive(key)
    if (place === undefined) return false
    const times = timesAfter(use, idleMs ?? shelf.idleMsAt(place))
    expiries.remove(shelf.expiryAt(place))
    expiries.add(times.expiresAt)
    shelf.retime(place, times)
    return true
  }

  /** True when it was live. */
  function forget(key: string): boolean {
    const place = places.find(key)
    if (place === undefined) return false
    const expiresAt = shelf.expiryAt(place)
    owners.remove(shelf.ownerAt(place), place)
    places.delete(key)
    shelf.clear(place)
    expiries.remove(expiresAt)
    return expiresAt > now()
  }

  function liveOf(owner: string): SessionRecord[] {
    const live = owners.placesOf(owner).filter((place) => shelf.expiryAt(place) > now())
    const records = live.map(shelf.recordAt).filter((record) => record !== undefined)
    return records.sort((a, b) => a.createdAt - b.createdAt)
  }

  /** Who has to go before the owner may have one more. */
  function beyond(perOwner: number, owner: string): string[] {
    if (owners.count(owner) < perOwner) return []
    const theirs = liveOf(owner)
    return theirs.slice(0, Math.max(0, theirs.length + 1 - perOwner)).map(({ key }) => key)
  }

  function hasRoom(total: number): boolean {
    return places.size < total || places.size - expiries.due(now()) < total
  }

  /** A bounded stretch at a time: a million records that expire together stall nobody. */
  function sweep(): void {
    if (expiries.due(now()) === 0) return
    const expired = places.nextStretch(SLOTS_A_SWEEP).filter((place) => shelf.expiryAt(place) <= now())
    for (const record of expired.map(shelf.recordAt)) if (record) expire(record)
  }

  function expire({ key, id, address }: SessionRecord): void {
    forget(key)
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
      const place = places.find(key)
      const record = place === undefined ? undefined : shelf.recordAt(place)
      return record && record.expiresAt > now() ? record : undefined
    },
    async touch(key, use) {
      return retime(key, use)
    },
    async setIdleLimit(key, idleMs, use) {
      return retime(key, use, idleMs)
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

const SLOTS_A_SWEEP = 10_000
