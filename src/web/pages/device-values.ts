import { valueAt } from '../../data/json-path.ts'

/** The text at a path in a device's answer, or undefined where there is none, or something else. */
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

/** The counter at a path, every digit of it: it has 64 bits. */
export function counterAt(answer: unknown, path: readonly string[]): bigint | undefined {
  const value = valueAt(answer, path)
  const digits = typeof value === 'number' ? String(value) : value
  return typeof digits === 'string' && /^\d{1,20}$/.test(digits) ? BigInt(digits) : undefined
}
