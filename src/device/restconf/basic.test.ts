import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Credentials } from '../credentials.ts'
import { basicAuthorization } from './basic.ts'

test('I5: name and password arrive byte for byte as UTF-8, whatever they contain', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, (username, password) => {
      const credentials = new Credentials(username, password)
      fc.pre(credentials.canTravel)
      const pair = Buffer.from(basicAuthorization(credentials).slice('Basic '.length), 'base64')
      const colon = pair.indexOf(':')
      expect(pair.subarray(0, colon).equals(Buffer.from(username, 'utf8'))).toBe(true)
      expect(pair.subarray(colon + 1).equals(Buffer.from(password, 'utf8'))).toBe(true)
    }),
  )
})

test('the header is one line of ASCII, so nothing typed can add another header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (username, password) => {
      fc.pre(new Credentials(username, password).canTravel)
      expect(basicAuthorization(new Credentials(username, password))).toMatch(/^Basic [A-Za-z0-9+/]*={0,2}$/)
    }),
  )
})

test('I6: credentials that Basic would change are rejected and never written', () => {
  for (const [username, password] of [
    ['admin:x', 'good'],
    ['admin', 'good\0junk'],
  ]) {
    expect(() => basicAuthorization(new Credentials(username ?? '', password ?? ''))).toThrow(
      expect.objectContaining({ kind: 'rejected', code: 'unsendable-credentials' }),
    )
  }
})
