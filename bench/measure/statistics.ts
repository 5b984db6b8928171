/** The value that the given share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** A figure that was taken several times: the middle one, and how far the others lie apart. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}

/** Round by round, so that what disturbed a round disturbed both. */
export function ratios(ours: readonly number[], theirs: readonly number[]): Spread {
  return spreadOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}
