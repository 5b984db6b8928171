import type { Clock } from '../../session/clock.ts'
import { RecentMap } from './recent-map.ts'
import {
  GRUDGE_MS,
  LATE_MS,
  type Limit,
  LONGEST_WAIT_MS,
  type Place,
  type Start,
  type Tallies,
} from './tallies.ts'

/** Beyond them the oldest are forgotten: a full memory locks nobody out. */
const MOST = 16_384

/** Counts in this process. */
export function memoryTallies(now: Clock, most = MOST): Tallies {
  const buckets = new RecentMap<Bucket>(most)
  const counts = new RecentMap<Count>(most)
  const memories = new RecentMap<number>(most)

  function bucketOf(key: string): Bucket {
    const known = buckets.get(key)
    if (known && known.forgottenAt > now()) return known
    const bucket = { started: 0, rejected: 0, windowEndsAt: 0, waitsUntil: 0, strikes: 0, forgottenAt: 0 }
    buckets.set(key, bucket)
    return bucket
  }

  return {
    start: async (key, limit) => start(bucketOf(key), limit, now()),
    async giveBack(key, { windowEndsAt }) {
      const bucket = bucketOf(key)
      if (bucket.windowEndsAt === windowEndsAt) bucket.started--
    },
    reject: async (key, place, limit) => reject(bucketOf(key), place, { ...limit, now: now() }),

    async count(key) {
      const counted = counts.get(key)
      return counted && counted.until > now() ? counted.count : 0
    },
    async countOne(key, windowMs) {
      const counted = counts.get(key)
      if (counted && counted.until > now()) counted.count++
      else counts.set(key, { count: 1, until: now() + windowMs })
    },

    remember: async (key, forMs) => memories.set(key, now() + forMs),
    remembers: async (key) => (memories.get(key) ?? 0) > now(),
  }
}

/** One address. */
interface Bucket {
  started: number
  rejected: number
  windowEndsAt: number
  waitsUntil: number
  /** How often it had to wait. */
  strikes: number
  forgottenAt: number
}

interface Count {
  count: number
  readonly until: number
}

function start(bucket: Bucket, { count, windowMs }: Limit, now: number): Start {
  if (bucket.waitsUntil > now) return { kind: 'throttled', waitMs: bucket.waitsUntil - now }
  if (bucket.windowEndsAt <= now) openWindow(bucket, now + windowMs)
  if (bucket.started >= count) return { kind: 'crowded' }
  bucket.started++
  bucket.forgottenAt = now + (bucket.strikes > 0 ? GRUDGE_MS : windowMs + LATE_MS)
  return { kind: 'started', place: { windowEndsAt: bucket.windowEndsAt } }
}

function reject(bucket: Bucket, place: Place, { count, windowMs, now }: Limit & { now: number }): void {
  if (bucket.windowEndsAt !== place.windowEndsAt) return
  bucket.rejected++
  if (bucket.rejected < count) return
  bucket.waitsUntil = now + Math.min(LONGEST_WAIT_MS, windowMs * 2 ** bucket.strikes)
  bucket.strikes++
  bucket.forgottenAt = bucket.waitsUntil + GRUDGE_MS
  openWindow(bucket, 0)
}

function openWindow(bucket: Bucket, endsAt: number): void {
  bucket.started = 0
  bucket.rejected = 0
  bucket.windowEndsAt = endsAt
}
