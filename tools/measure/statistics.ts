/** The value below which so much of the sample lies; 0.5 is the median. */
export function quantile(sample: readonly number[], part: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}

/**
 * The two-sample Kolmogorov-Smirnov test: how likely samples of one and the same distribution are at least as far
 * apart as these. A small value says that they can be told apart.
 */
export function sameDistribution(one: readonly number[], other: readonly number[]): number {
  const gap = widestGap(one, other)
  const size = Math.sqrt((one.length * other.length) / (one.length + other.length))
  const scaled = (size + 0.12 + 0.11 / size) * gap
  let sum = 0
  for (let k = 1; k <= 100; k++) sum += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * scaled * scaled)
  return scaled < 0.2 ? 1 : Math.min(1, Math.max(0, sum))
}

function widestGap(one: readonly number[], other: readonly number[]): number {
  const partUpTo = (sample: readonly number[], value: number) =>
    sample.filter((each) => each <= value).length / sample.length
  return Math.max(
    ...[...one, ...other].map((value) => Math.abs(partUpTo(one, value) - partUpTo(other, value))),
  )
}
