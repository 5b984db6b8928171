import type { Clock } from '../../session/session.ts'
import {
  type Attempt,
  type Count,
  type Counters,
  GRUDGE_MS,
  LATE_MS,
  MAX_WAIT_MS,
  type Outcome,
  type Start,
  WELCOME_MS,
} from './counters.ts'

/** Beyond these, the keys that were unused for longest are forgotten, so that a full memory locks no user out. */
const MAX_KEYS = 32_768

/** Counts in this process. redis.ts follows the same rules. */
export function memoryCounters(now: Clock, maxKeys = MAX_KEYS): Counters {
  const passing = new RecentMap<Bucket>(maxKeys)
  /** Kept apart from the other counts, so that a stranger's attempts cannot push them out. */
  const lasting = new RecentMap<Bucket>(maxKeys)
  const welcomeUntil = new RecentMap<number>(maxKeys)
  const shelfOf = ({ whenFull }: Count) => (whenFull === 'stop' ? lasting : passing)

  function bucketOf(count: Count): Bucket {
    const kept = shelfOf(count).get(count.key)
    const bucket = kept && kept.forgottenAt > now() ? kept : { ...EMPTY }
    closeWindows(bucket, now())
    return bucket
  }

  function keep(count: Count, bucket: Bucket): void {
    bucket.forgottenAt = Math.max(
      bucket.windowEndsAt + LATE_MS,
      bucket.longEndsAt,
      bucket.strikes > 0 ? Math.max(now(), bucket.waitsUntil) + GRUDGE_MS : 0,
    )
    shelfOf(count).set(count.key, bucket)
  }

  function take(count: Count): Taken {
    const bucket = bucketOf(count)
    openWindow(bucket, count, now())
    bucket.underWay++
    keep(count, bucket)
    return { count, windowEndsAt: bucket.windowEndsAt, strikes: bucket.strikes }
  }

  function settle({ count, windowEndsAt, strikes }: Taken, outcome: Outcome): void {
    const bucket = bucketOf(count)
    if (bucket.windowEndsAt === windowEndsAt) bucket.underWay--
    if (outcome === 'rejected') reject(bucket, count, { now: now(), isLate: bucket.strikes !== strikes })
    keep(count, bucket)
  }

  async function start({ sources, name, pair }: Attempt): Promise<Start> {
    const buckets = sources.map(bucketOf)
    const waitMs = Math.max(0, ...buckets.map(({ waitsUntil }) => waitsUntil - now()))
    if (waitMs > 0) return { kind: 'throttled', waitMs }
    if (!sources.every((count, index) => hasRoom(buckets[index] ?? EMPTY, count))) return { kind: 'crowded' }
    const figures = {
      failures: Math.max(0, ...buckets.map((bucket) => bucket.longRejected + bucket.underWay)),
      nameExcess: excessOf(bucketOf(name), name),
      isWelcome: (welcomeUntil.get(pair) ?? 0) > now(),
    }
    const taken = [...sources, name].map(take)
    return {
      kind: 'started',
      ...figures,
      async settle(outcome) {
        for (const each of taken) settle(each, outcome)
        if (outcome === 'accepted') welcomeUntil.set(pair, now() + WELCOME_MS)
      },
    }
  }

  return { start }
}

/** What is known of one key. A window that ends at 0 is not open. */
interface Bucket {
  underWay: number
  rejected: number
  windowEndsAt: number
  longRejected: number
  longEndsAt: number
  waitsUntil: number
  /** How many waits there were. */
  strikes: number
  forgottenAt: number
}

const EMPTY: Readonly<Bucket> = {
  underWay: 0,
  rejected: 0,
  windowEndsAt: 0,
  longRejected: 0,
  longEndsAt: 0,
  waitsUntil: 0,
  strikes: 0,
  forgottenAt: 0,
}

interface Taken {
  readonly count: Count
  readonly windowEndsAt: number
  readonly strikes: number
}

function closeWindows(bucket: Bucket, now: number): void {
  if (bucket.windowEndsAt <= now) Object.assign(bucket, { underWay: 0, rejected: 0, windowEndsAt: 0 })
  if (bucket.longEndsAt <= now) Object.assign(bucket, { longRejected: 0, longEndsAt: 0 })
}

function openWindow(bucket: Bucket, { limit }: Count, now: number): void {
  if (bucket.windowEndsAt === 0) bucket.windowEndsAt = now + limit.windowMs
}

/** Where the longer window is full, attempts go one at a time: the next rejection leads to a wait. */
function hasRoom({ underWay, rejected, longRejected }: Bucket, { limit }: Count): boolean {
  return underWay + rejected < limit.count && underWay < Math.max(1, limit.longCount - longRejected)
}

function excessOf({ underWay, rejected, longRejected }: Bucket, { limit }: Count): number {
  return underWay + Math.max(rejected - limit.count, longRejected - limit.longCount)
}

/** The rejection of an attempt that started before the last wait is late, and starts no other wait. */
function reject(bucket: Bucket, count: Count, { now, isLate }: { now: number; isLate: boolean }): void {
  const { limit, whenFull } = count
  bucket.longRejected++
  if (bucket.longEndsAt === 0) bucket.longEndsAt = now + limit.longWindowMs
  if (isLate) return
  openWindow(bucket, count, now)
  bucket.rejected++
  const isFull = bucket.rejected >= limit.count || bucket.longRejected >= limit.longCount
  if (!isFull || whenFull !== 'wait') return
  bucket.waitsUntil = now + Math.min(MAX_WAIT_MS, limit.windowMs * 2 ** bucket.strikes)
  bucket.strikes++
  Object.assign(bucket, { underWay: 0, rejected: 0, windowEndsAt: 0 })
}

/**
 * A map that forgets the keys that were unused for longest, half of its entries at a time. Two generations, because a
 * map of this runtime from which the oldest entry is deleted for each new one holds several times its entries' memory.
 */
export class RecentMap<Value> {
  readonly #max: number
  #recent = new Map<string, Value>()
  #older = new Map<string, Value>()

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): Value | undefined {
    const value = this.#recent.get(key)
    if (value !== undefined) return value
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: Value): void {
    if (this.#recent.size >= this.#max / 2 && !this.#recent.has(key)) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }

  /** How many keys are known. */
  get size(): number {
    return new Set([...this.#recent.keys(), ...this.#older.keys()]).size
  }
}
