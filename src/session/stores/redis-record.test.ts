import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { newRecord } from '../session-store.contract.ts'
import type { SessionRecord } from '../session-store.ts'
import { packRecord, unpackRecord } from './redis-record.ts'

const time = fc.integer({ min: 0, max: 8_640_000_000_000_000 })
const text = fc.string({ unit: 'grapheme', maxLength: 300 })
const records: fc.Arbitrary<SessionRecord> = fc.record({
  key: text,
  owner: text,
  id: text,
  address: text,
  browser: text,
  createdAt: time,
  lastSeenAt: time,
  idleMs: time,
  expiresAt: time,
  sealedSession: fc.uint8Array({ maxLength: 2_000 }),
  sealedPassword: fc.uint8Array({ maxLength: 500 }),
})

test('every record comes out as it went in', () => {
  fc.assert(
    fc.property(records, (record) => {
      expect(unpackRecord(record.key, packRecord(record))).toEqual({ ...record })
    }),
  )
})

test('rubbish is no record, and does no harm', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      unpackRecord('key', Buffer.from(bytes))
    }),
  )
  const whole = packRecord(newRecord())
  for (let length = 0; length < whole.length; length++) {
    expect(unpackRecord('key', whole.subarray(0, length))).toBeUndefined()
  }
})
