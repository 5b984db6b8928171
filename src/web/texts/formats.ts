/** Numbers, durations and times as a language writes them. */
export interface Formats {
  /** A number of bytes: three digits and a unit. */
  bytes(count: bigint): string
  bitRate(bitsPerSecond: bigint): string
  /** All digits of a whole number, in groups. */
  integer(number: bigint): string
  /** All digits of a decimal number that is written with a point. Anything else stays as it is. */
  exact(text: string): string
  /** A number with two decimals, such as a load average. */
  decimal(number: number): string
  /** How long something has lasted, in its two largest units. */
  duration(ms: number): string
  /** A configured duration, to the second. */
  span(ms: number): string
  /** A moment to the second, on the clock that its ISO text was read from. */
  time(iso: string): string
  /** A moment to the minute. */
  minute(iso: string): string
}

export function formatsOf(locale: string): Formats {
  const bytes = once(() => byteUnits.map((unit) => unitFormat(locale, unit)))
  const number = once(() => new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }))
  const decimal = once(
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  )
  const integer = once(() => new Intl.NumberFormat(locale))
  const exact = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 18 }))
  const duration = once(() => new Intl.DurationFormat(locale, { style: 'short' }))
  const span = once(() => new Intl.DurationFormat(locale, { style: 'long' }))
  const time = once(() => timeFormat(locale, 'medium'))
  const minute = once(() => timeFormat(locale, 'short'))

  return {
    bytes(count) {
      const { scaled, power } = scale(count, byteUnits.length)
      return bytes()[power]?.format(scaled) ?? String(count)
    },
    bitRate(bitsPerSecond) {
      const { scaled, power } = scale(bitsPerSecond, bitUnits.length)
      return `${number().format(scaled)} ${bitUnits[power]}`
    },
    integer: (number) => integer().format(number),
    exact: (text) => (isDecimal(text) ? exact().format(text) : text),
    decimal: (number) => decimal().format(number),
    duration: (ms) => duration().format(twoLargestUnits(ms)),
    span: (ms) => span().format(hoursMinutesSeconds(ms)),
    time: (iso) => onItsOwnClock(time(), iso),
    minute: (iso) => onItsOwnClock(minute(), iso),
  }
}

/** Passed as text, it keeps digits that a JavaScript number would lose. */
const isDecimal = (text: string): text is `${number}` => /^-?\d+(?:\.\d+)?$/.test(text)

/** Created on first use: for three languages they take as long as the rest of the start. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte']
/** Spelled out in every language: Intl's `Gb/s` is too easily read as bytes. */
const bitUnits = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s']

function unitFormat(locale: string, unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short', // the short one of English is `70 byte`
    maximumSignificantDigits: 3,
  })
}

/** Three digits decide the unit: 999 999 is 1 M, not 1000 k. */
function scale(count: bigint, units: number): { readonly scaled: number; readonly power: number } {
  const rounded = Number(Number(count).toPrecision(3))
  const power = Math.min(Math.floor((String(rounded).length - 1) / 3), units - 1)
  return { scaled: Number(count) / 1000 ** power, power }
}

function twoLargestUnits(ms: number) {
  const minutes = Math.floor(ms / 60_000)
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  if (days > 0) return { days, hours }
  return hours > 0 ? { hours, minutes: minutes % 60 } : { minutes: Math.max(minutes, 1) }
}

function hoursMinutesSeconds(ms: number) {
  const seconds = Math.round(ms / 1000)
  return {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    seconds: seconds % 60,
  }
}

function timeFormat(locale: string, timeStyle: 'medium' | 'short'): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: 'UTC' })
}

/** Shifts the moment by its own offset and formats it as UTC, so it shows the device's local time. */
function onItsOwnClock(format: Intl.DateTimeFormat, iso: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(iso) ?? []
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
  const zone = offset === 0 ? 'UTC' : `${sign}${hours}:${minutes}`
  return `${format.format(Date.parse(iso) + offset * 60_000)} ${zone}`
}
