import { expect, test } from 'bun:test'
import { type SealBinding, seal, unseal } from './sealed-record.ts'
import { ServerSecret } from './server-secret.ts'
import { newToken, storeKey } from './token.ts'

const secret = ServerSecret.random()

function newBinding(changes: Partial<SealBinding> = {}): SealBinding {
  const token = newToken()
  return { secret, token, key: storeKey(token), purpose: 'password', ...changes }
}

test('P2 what was sealed opens for the same token, secret, record and purpose', () => {
  const binding = newBinding()
  expect(unseal(seal('pässword ✓', binding), binding)).toBe('pässword ✓')
})

test('P2 it opens for no other token, secret, record or purpose', () => {
  const binding = newBinding()
  const sealed = seal('canary', binding)
  const others: Partial<SealBinding>[] = [
    { token: newToken() },
    { secret: ServerSecret.random() },
    { key: storeKey(newToken()) },
    { purpose: 'session' },
  ]
  for (const other of others) expect(unseal(sealed, { ...binding, ...other })).toBeUndefined()
})

test('P2 no byte of it can be flipped, and none left out', () => {
  const binding = newBinding()
  const sealed = seal('canary', binding)
  for (let place = 0; place < sealed.length; place++) {
    const flipped = sealed.map((byte, at) => (at === place ? byte ^ 1 : byte))
    expect(unseal(flipped, binding)).toBeUndefined()
    expect(unseal(sealed.subarray(0, place), binding)).toBeUndefined()
  }
})

test('P2 the same text is sealed under a fresh nonce each time, after a version byte', () => {
  const binding = newBinding()
  const seals = Array.from({ length: 1_000 }, () => seal('canary', binding))
  expect(new Set(seals.map((bytes) => Buffer.from(bytes.subarray(1, 13)).toString('hex'))).size).toBe(1_000)
  expect(new Set(seals.map(([version]) => version))).toEqual(new Set([1]))
})

test('P2 neither the text nor its base64 is in the sealed bytes', () => {
  const sealed = Buffer.from(seal('canary-password', newBinding())).toString('latin1')
  expect(sealed).not.toContain('canary')
  expect(sealed).not.toContain(btoa('canary-password').slice(0, 12))
})
