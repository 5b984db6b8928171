import type { RecordTimes, SessionRecord } from '../session-store.ts'

/**
 * A record as one run of bytes, without its key: the times first, at a fixed place, so that they can be
 * overwritten where they lie; then the rest, each field behind its length. The owner comes first of these.
 */
export function packRecord(record: SessionRecord): Buffer {
  const { owner, id, address, browser, sealedSession, sealedPassword } = record
  const texts = [owner, id, address, browser].map((text) => Buffer.from(text))
  const fields = [...texts, sealedSession, sealedPassword].flatMap((field) => [lengthOf(field), field])
  return Buffer.concat([packTimes(record), numbers(record.createdAt), ...fields])
}

export function packTimes({ lastSeenAt, idleMs, expiresAt }: RecordTimes): Buffer {
  return numbers(lastSeenAt, idleMs, expiresAt)
}

/** The record, or undefined when the bytes are none of ours. */
export function unpackRecord(key: string, bytes: Buffer): SessionRecord | undefined {
  try {
    return readRecord(key, bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export function expiryOf(packed: Buffer): number {
  return packed.readDoubleBE(EXPIRES_AT)
}

export function idleMsOf(packed: Buffer): number {
  return packed.readDoubleBE(IDLE_MS)
}

export function ownerOf(packed: Buffer): string {
  return fieldsOf(packed).text()
}

const IDLE_MS = 8
const EXPIRES_AT = 16
const CREATED_AT = 24
const FIELDS = 32

function readRecord(key: string, bytes: Buffer): SessionRecord {
  const next = fieldsOf(bytes)
  return {
    key,
    lastSeenAt: bytes.readDoubleBE(0),
    idleMs: idleMsOf(bytes),
    expiresAt: expiryOf(bytes),
    createdAt: bytes.readDoubleBE(CREATED_AT),
    owner: next.text(),
    id: next.text(),
    address: next.text(),
    browser: next.text(),
    sealedSession: next.bytes(),
    sealedPassword: next.bytes(),
  }
}

/** Reads one field after the other. */
function fieldsOf(packed: Buffer) {
  let [start, end] = [FIELDS, FIELDS]
  function advance(): void {
    start = end + 2
    end = start + packed.readUInt16BE(end)
    if (end > packed.length) throw new RangeError('a field reaches beyond the record')
  }
  return {
    text(): string {
      advance()
      return packed.toString('utf8', start, end)
    },
    bytes(): Uint8Array {
      advance()
      return new Uint8Array(packed.subarray(start, end))
    },
  }
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  values.forEach((value, place) => {
    bytes.writeDoubleBE(value, 8 * place)
  })
  return bytes
}

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(length)
  return bytes
}
