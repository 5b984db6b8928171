import type { SessionRecord } from '../session-store.ts'

/** Records by the second they expire in: what is due is found without looking at what is not. */
export interface ExpiryBuckets {
  add(record: SessionRecord): void
  remove(record: SessionRecord): void
  /** How many records have expired by now. */
  countDue(now: number): number
  /** Up to `most` records that have expired by now. */
  takeDue(now: number, most: number): readonly SessionRecord[]
}

export function expiryBuckets(): ExpiryBuckets {
  const buckets = new Map<number, Set<SessionRecord>>()

  return {
    add(record) {
      const second = secondOf(record.expiresAt)
      const bucket = buckets.get(second)
      if (bucket) bucket.add(record)
      else buckets.set(second, new Set([record]))
    },
    remove(record) {
      const second = secondOf(record.expiresAt)
      const bucket = buckets.get(second)
      bucket?.delete(record)
      if (bucket?.size === 0) buckets.delete(second)
    },
    countDue(now) {
      let count = 0
      for (const [second, bucket] of buckets) {
        if (second < secondOf(now)) count += bucket.size
        if (second === secondOf(now)) count += dueIn(bucket, now, bucket.size).length
      }
      return count
    },
    takeDue(now, most) {
      const due: SessionRecord[] = []
      for (const [second, bucket] of buckets) {
        if (due.length >= most) break
        if (second <= secondOf(now)) due.push(...dueIn(bucket, now, most - due.length))
      }
      return due
    },
  }
}

function secondOf(time: number): number {
  return Math.floor(time / 1_000)
}

function dueIn(bucket: ReadonlySet<SessionRecord>, now: number, most: number): SessionRecord[] {
  return bucket
    .values()
    .filter(({ expiresAt }) => expiresAt <= now)
    .take(most)
    .toArray()
}
