import { expect, test } from 'bun:test'
import { secretsIn } from './secrets.ts'

test('a secret is found as plain text, as UTF-16 and in base64, whatever text surrounds it', () => {
  const secret = 'canary-password-1'
  const hidings = [
    secret,
    `x${secret}y`,
    ...['', 'a', 'ab', 'abc'].map((before) => btoa(`${before}${secret}:${before}`)),
    Buffer.from(`${secret}??>`).toString('base64url'),
  ]
  for (const text of hidings) {
    expect(secretsIn(Buffer.from(text), [secret])).toEqual([secret])
    expect(secretsIn(Buffer.from(text, 'utf16le'), [secret])).toEqual([secret])
  }
  expect(secretsIn(Buffer.from('canary-pass word'), [secret])).toEqual([])
})
