/**
 * Parses `application/x-www-form-urlencoded` strictly: a broken %-escape, bytes that are not UTF-8 and a field that
 * comes twice are mistakes. (URLSearchParams forgives all three, and replaces bytes that it cannot read.)
 */
export function parseForm(body: Uint8Array): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const pair of split(body, '&')) {
    if (pair.length === 0) continue
    const equals = pair.indexOf(code('='))
    const name = decode(equals < 0 ? pair : pair.subarray(0, equals))
    const value = decode(equals < 0 ? new Uint8Array() : pair.subarray(equals + 1))
    if (name === undefined || value === undefined || fields.has(name)) return undefined
    fields.set(name, value)
  }
  return fields
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(encoded: Uint8Array): string | undefined {
  const bytes = new Uint8Array(encoded.length)
  let size = 0
  for (let at = 0; at < encoded.length; at++) {
    const byte = encoded[at] ?? 0
    if (byte !== code('%')) {
      bytes[size++] = byte === code('+') ? code(' ') : byte
      continue
    }
    const hex = String.fromCharCode(encoded[at + 1] ?? 0, encoded[at + 2] ?? 0)
    if (!/^[0-9a-f]{2}$/i.test(hex)) return undefined
    bytes[size++] = Number.parseInt(hex, 16)
    at += 2
  }
  return toText(bytes.subarray(0, size))
}

function toText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  } finally {
    bytes.fill(0)
  }
}

function* split(bytes: Uint8Array, separator: string): Generator<Uint8Array> {
  let start = 0
  while (start <= bytes.length) {
    const found = bytes.indexOf(code(separator), start)
    const end = found < 0 ? bytes.length : found
    yield bytes.subarray(start, end)
    start = end + 1
  }
}

const code = (character: string) => character.charCodeAt(0)
