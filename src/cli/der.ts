/** DER (X.690): each value is a tag, a length and its bytes. As much of it as a certificate needs. */
export const der = {
  sequence: (...parts: readonly Uint8Array[]) => value(0x30, ...parts),
  set: (...parts: readonly Uint8Array[]) => value(0x31, ...parts),
  /** An unsigned number, of any length. */
  integer: (bytes: Uint8Array) => value(0x02, withoutSign(bytes)),
  true: () => value(0x01, Uint8Array.of(0xff)),
  bits: (bytes: Uint8Array) => value(0x03, Uint8Array.of(0), bytes),
  bytes: (...parts: readonly Uint8Array[]) => value(0x04, ...parts),
  text: (text: string) => value(0x0c, Buffer.from(text)),
  time: (date: Date) => value(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\..*/g, '')}Z`)),
  /** A context-specific tag: `inside` wraps values, `plain` stands for the bytes of one. */
  inside: (tag: number, ...parts: readonly Uint8Array[]) => value(0xa0 | tag, ...parts),
  plain: (tag: number, bytes: Uint8Array) => value(0x80 | tag, bytes),
  oid,
}

function value(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Uint8Array.of(tag), lengthOf(content.length), content])
}

function lengthOf(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length)
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  const significant = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  return Buffer.concat([Uint8Array.of(0x80 | significant.length), significant])
}

/** A leading bit that is set would make it negative. */
function withoutSign(bytes: Uint8Array): Uint8Array {
  return (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Uint8Array.of(0), bytes])
}

function oid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return value(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)))
}

function base128(number: number): number[] {
  const bytes = [number & 0x7f]
  for (let left = number >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80)
  return bytes
}
