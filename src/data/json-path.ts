/** The value at the end of a path of member names, or undefined where the path leaves the data. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    data,
  )
}

/** True for a JSON object, not for an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is a list, else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The text at a path in a device's answer; undefined when it is missing or not a text. */
export function textAt(answer: unknown, path: readonly string[]): string | undefined {
  const value = valueAt(answer, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The number at a path; RFC 7951 writes 64-bit and decimal numbers as strings. */
export function numberAt(answer: unknown, path: readonly string[]): number | undefined {
  const value = valueAt(answer, path)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The counter at a path, with every digit of its 64 bits. */
export function counterAt(answer: unknown, path: readonly string[]): bigint | undefined {
  const value = valueAt(answer, path)
  const digits = typeof value === 'number' ? String(value) : value
  return typeof digits === 'string' && /^\d{1,20}$/.test(digits) ? BigInt(digits) : undefined
}

/** The moment at a path, with the device's own offset from UTC. */
export function momentAt(answer: unknown, path: readonly string[]): string | undefined {
  const text = textAt(answer, path)
  return text !== undefined && isMoment(text) ? text : undefined
}

/** A date and time as YANG writes it. The 31st of February is none, though `Date` makes it a day in March. */
export function isMoment(text: string): boolean {
  const day = moment.exec(text)?.[1]
  if (day === undefined || Number.isNaN(Date.parse(text)) || Number.isNaN(Date.parse(day))) return false
  return new Date(day).toISOString().startsWith(day)
}

const moment = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** In characters. No real name is longer. */
const MAX_NAME = 256

/** Like {@link textAt}, cut: a device may send megabytes. */
export function shortTextAt(data: unknown, path: readonly string[], max = MAX_NAME): string | undefined {
  const text = textAt(data, path)
  return text !== undefined && text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text
}
