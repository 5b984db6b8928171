const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']

/** A number of bytes as people read it: three digits and a unit. */
export function humanBytes(bytes: bigint): string {
  const power = Math.min(Math.floor((bytes.toString().length - 1) / 3), UNITS.length - 1)
  const scaled = Number(bytes) / 1000 ** power
  const digits = power === 0 || scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2
  return `${scaled.toFixed(digits)} ${UNITS[power]}`
}

/** Bits a second as people read them: `1 Gbit/s`. */
export function humanBitRate(bitsPerSecond: bigint): string {
  const power = Math.min(Math.floor((bitsPerSecond.toString().length - 1) / 3), 4)
  const scaled = Number(bitsPerSecond) / 1000 ** power
  return `${Number(scaled.toFixed(1))} ${['', 'k', 'M', 'G', 'T'][power]}bit/s`
}

/** How long something has lasted, in its two largest units: `3 d 4 h`. */
export function humanDuration(ms: number): string | undefined {
  if (!(ms >= 0)) return undefined
  const minutes = Math.floor(ms / 60_000)
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
