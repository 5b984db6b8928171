import type { Spread } from '../measure/statistics.ts'

/** `12.3 k` */
export function thousands(value: number): string {
  return value >= 1000 ? `${(value / 1000).toFixed(1)} k` : value.toFixed(0)
}

/** `3.14 (2.90–3.30)` */
export function withSpread({ median, least, most }: Spread, digits = 2): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`
}
