import type { SessionRecord } from '../session-store.ts'

/**
 * A record as one run of bytes, without its key. The times come first, where the scripts overwrite them; then each other
 * field behind its length, owner, id and address first, where the scripts read them.
 */
export function packRecord(record: SessionRecord): Buffer {
  const { owner, id, address, browser, sealedSession, sealedPassword } = record
  const times = Buffer.alloc(FIELDS)
  times.writeDoubleBE(record.lastSeenAt, LAST_SEEN_AT)
  times.writeDoubleBE(record.idleMs, IDLE_MS)
  times.writeDoubleBE(record.expiresAt, EXPIRES_AT)
  times.writeDoubleBE(record.createdAt, CREATED_AT)
  const texts = [owner, id, address, browser].map((text) => Buffer.from(text))
  const fields = [...texts, sealedSession, sealedPassword].flatMap((field) => [lengthOf(field), field])
  return Buffer.concat([times, ...fields])
}

/** The record, or undefined when the bytes are not a record of ours. */
export function unpackRecord(key: string, packed: Buffer): SessionRecord | undefined {
  try {
    return readRecord(key, packed)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const LAST_SEEN_AT = 0
const IDLE_MS = 8
const EXPIRES_AT = 16
const CREATED_AT = 24
const FIELDS = 32

function readRecord(key: string, packed: Buffer): SessionRecord {
  const next = fieldsOf(packed)
  return {
    key,
    lastSeenAt: packed.readDoubleBE(LAST_SEEN_AT),
    idleMs: packed.readDoubleBE(IDLE_MS),
    expiresAt: packed.readDoubleBE(EXPIRES_AT),
    createdAt: packed.readDoubleBE(CREATED_AT),
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

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(length)
  return bytes
}
