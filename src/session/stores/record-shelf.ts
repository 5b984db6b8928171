import type { RecordTimes, SessionRecord } from '../session-store.ts'
import { byteShelf } from './byte-shelf.ts'
import { expiryOf, idleMsOf, ownerOf, packRecord, packTimes, unpackRecord } from './packed-record.ts'

/** Records as bytes, each at a place; and on each is written which of its owner's came before it. */
export interface RecordShelf {
  put(record: SessionRecord): number
  keyAt(place: number): string
  ownerAt(place: number): string
  expiryAt(place: number): number
  idleMsAt(place: number): number
  recordAt(place: number): SessionRecord | undefined
  retime(place: number, times: RecordTimes): void
  olderAt(place: number): number | undefined
  /** How many come before it, and itself. */
  countAt(place: number): number
  link(place: number, older: number | undefined): void
  /** Wipes the record. */
  clear(place: number): void
}

/** The older one's place and their count, the length of the key, the key; then the packed record. */
const OLDER = 0
const COUNT = 4
const KEY_LENGTH = 8
const KEY = 10

export function recordShelf(): RecordShelf {
  const shelf = byteShelf()

  const keyEnd = (bytes: Buffer) => KEY + bytes.readUInt16LE(KEY_LENGTH)
  const keyAt = (place: number) => {
    const bytes = shelf.look(place)
    return bytes.toString('utf8', KEY, keyEnd(bytes))
  }
  const countAt = (place: number) => shelf.look(place).readUInt32LE(COUNT)
  const packedAt = (place: number) => {
    const bytes = shelf.look(place)
    return bytes.subarray(keyEnd(bytes))
  }

  return {
    put(record) {
      const key = Buffer.from(record.key)
      const head = Buffer.alloc(KEY)
      head.writeUInt16LE(key.length, KEY_LENGTH)
      return shelf.put(Buffer.concat([head, key, packRecord(record)]))
    },
    keyAt,
    ownerAt: (place) => ownerOf(packedAt(place)),
    expiryAt: (place) => expiryOf(packedAt(place)),
    idleMsAt: (place) => idleMsOf(packedAt(place)),
    recordAt(place) {
      const bytes = shelf.look(place)
      const end = keyEnd(bytes)
      return unpackRecord(bytes.toString('utf8', KEY, end), bytes.subarray(end))
    },
    retime: (place, times) => packedAt(place).set(packTimes(times)),
    olderAt(place) {
      const bytes = shelf.look(place)
      return bytes.readUInt32LE(COUNT) > 1 ? bytes.readUInt32LE(OLDER) : undefined
    },
    countAt,
    link(place, older) {
      const bytes = shelf.look(place)
      bytes.writeUInt32LE(older ?? 0, OLDER)
      bytes.writeUInt32LE(1 + (older === undefined ? 0 : countAt(older)), COUNT)
    },
    clear: shelf.clear,
  }
}
