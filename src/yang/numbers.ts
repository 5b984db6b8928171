/** A whole number as YANG writes it in `range` and `length`. */
export function readWhole(text: string): bigint | undefined {
  return /^[+-]?\d{1,20}$/.test(text) ? BigInt(text.replace('+', '')) : undefined
}

/** A whole number in a default, which may also be hexadecimal or octal: RFC 7950 section 9.2.1. */
export function readWholeDefault(text: string): bigint | undefined {
  const [, sign, octal, hex] = /^([+-]?)0(?:([0-7]{1,30})|x([\da-fA-F]{1,20}))$/.exec(text) ?? []
  if (sign === undefined) return readWhole(text)
  const size = BigInt(hex ? `0x${hex}` : `0o${octal}`)
  return sign === '-' ? -size : size
}

/** A decimal number in units of its last digit; undefined when it has more fraction digits than its type. */
export function readDecimal(text: string, fractionDigits: number): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d{1,20})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  const digits = fraction.replace(/0+$/, '')
  if (sign === undefined || digits.length > fractionDigits) return undefined
  const size = BigInt(whole + digits.padEnd(fractionDigits, '0'))
  return sign === '-' ? -size : size
}

/** The canonical form of a decimal64: at least one digit on both sides of the point. RFC 7950 section 9.3.2. */
export function writeDecimal(value: bigint, fractionDigits: number): string {
  const digits = `${value < 0n ? -value : value}`.padStart(fractionDigits + 1, '0')
  const fraction = digits.slice(-fractionDigits).replace(/0+$/, '') || '0'
  return `${value < 0n ? '-' : ''}${digits.slice(0, -fractionDigits)}.${fraction}`
}
