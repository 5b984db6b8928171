import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { seal, unseal } from './sealed-record.ts'
import { ServerSecret } from './server-secret.ts'
import { newToken, storeKey } from './token.ts'

const line = (bytes: number) => randomBytes(bytes).toString('base64')

test('P3 a key of less than 256 bits is refused, wherever it stands', () => {
  expect(() => ServerSecret.parse(line(31))).toThrow('at least 32 bytes (256 bits)')
  expect(() => ServerSecret.parse(`${line(32)}\n${line(16)}\n`)).toThrow('at least 32 bytes (256 bits)')
  expect(() => ServerSecret.parse(line(32))).not.toThrow()
})

test('P3 what is not base64 is refused, and the refusal does not quote it', () => {
  const text = `${line(32)}\nnot a key, but my secret words!\n`
  expect(() => ServerSecret.parse(text)).toThrow('key 2 of the session secret is not base64')
  expect(() => ServerSecret.parse(text)).not.toThrow('words')
})

test('P3 an empty file is no secret', () => {
  expect(() => ServerSecret.parse(' \n\n')).toThrow('holds no key')
})

test('P3 of two keys the first seals and both open', () => {
  const [before, after] = [line(32), line(32)]
  const token = newToken()
  const binding = { token, key: storeKey(token), purpose: 'session' } as const
  const [old, rotating, fresh] = [before, `${after}\n${before}`, after].map(ServerSecret.parse)
  if (!old || !rotating || !fresh) throw new TypeError('three secrets were made')

  const sealedBefore = seal('text', { ...binding, secret: old })
  const sealedNow = seal('text', { ...binding, secret: rotating })
  expect(unseal(sealedBefore, { ...binding, secret: rotating })).toBe('text')
  expect(unseal(sealedNow, { ...binding, secret: fresh })).toBe('text')
  expect(unseal(sealedNow, { ...binding, secret: old })).toBeUndefined()
  expect(rotating.hashes('owner', 'admin')).toEqual([
    ...fresh.hashes('owner', 'admin'),
    ...old.hashes('owner', 'admin'),
  ])
})

test('P5 a secret refuses to be printed', () => {
  const secret = ServerSecret.parse(Buffer.alloc(32, 'k').toString('base64'))
  for (const printed of [Bun.inspect(secret), JSON.stringify(secret), `${secret}`]) {
    expect(printed).not.toContain('kkkk')
    expect(printed).not.toContain('a2tr')
    expect(printed).not.toContain('6b6b')
  }
})
