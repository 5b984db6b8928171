/** How many records expire when, to the second: enough to tell how many are due without looking at any. */
export interface ExpiryCounts {
  add(expiresAt: number): void
  remove(expiresAt: number): void
  /** How many have expired by now. One that expires within this second is counted when it is over. */
  due(now: number): number
}

export function expiryCounts(): ExpiryCounts {
  const counts = new Map<number, number>()

  function change(expiresAt: number, by: number): void {
    const second = Math.ceil(expiresAt / 1_000)
    const count = (counts.get(second) ?? 0) + by
    if (count > 0) counts.set(second, count)
    else counts.delete(second)
  }

  return {
    add: (expiresAt) => change(expiresAt, 1),
    remove: (expiresAt) => change(expiresAt, -1),
    due(now) {
      let sum = 0
      for (const [second, count] of counts) if (second * 1_000 <= now) sum += count
      return sum
    },
  }
}
