import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { Glob } from 'bun'
import fc from 'fast-check'
import { seal, unseal } from './sealed-record.ts'
import { CsrfTokens, newToken, ServerSecret, sameToken } from './server-secret.ts'

const line = (bytes: number) => randomBytes(bytes).toString('base64')

test('P3 a key of less than 256 bits is refused, wherever it stands', () => {
  expect(() => ServerSecret.parse(line(31))).toThrow('at least 32 bytes (256 bits)')
  expect(() => ServerSecret.parse(`${line(32)}\n${line(16)}\n`)).toThrow('at least 32 bytes (256 bits)')
})

test('P3 what is not base64 is refused, and the refusal does not quote it', () => {
  const text = `${line(32)}\nnot a key, but my secret words!\n`
  expect(() => ServerSecret.parse(text)).toThrow('key 2 of the session secret is not base64')
  expect(() => ServerSecret.parse(text)).not.toThrow('words')
})

test('P3 of two keys the first seals and both open', () => {
  const [before, after] = [line(32), line(32)]
  const token = newToken()
  const head = { key: 'key', owner: 'owner', id: 'id', createdAt: 1 }
  const binding = { token, head, purpose: 'session' } as const
  const [old, rotating, fresh] = [before, `${after}\n${before}`, after].map((text) =>
    ServerSecret.parse(text),
  )
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

test('P3 12.7 keys for one device, and hashes made with them, are of no use for another', () => {
  const text = line(32)
  const [a, b] = [
    ServerSecret.parse(text, 'https://a/restconf'),
    ServerSecret.parse(text, 'https://b/restconf'),
  ]
  const token = newToken()
  expect(a.storeKey(token)).not.toBe(b.storeKey(token))
  expect(a.hashes('owner', 'admin')).not.toEqual(b.hashes('owner', 'admin'))
  expect(a.keysFor('password', token)).not.toEqual(b.keysFor('password', token))
  expect(a.hashes('owner', 'admin')).toEqual(
    ServerSecret.parse(text, 'https://a/restconf').hashes('owner', 'admin'),
  )
})

test('P5 a secret refuses to be printed', () => {
  const secret = ServerSecret.parse(Buffer.alloc(32, 'k').toString('base64'))
  for (const printed of [Bun.inspect(secret), JSON.stringify(secret), `${secret}`]) {
    expect(printed).not.toContain('kkkk')
    expect(printed).not.toContain('a2tr')
    expect(printed).not.toContain('6b6b')
  }
})

test('X9 tokens are compared by digest, in constant time', async () => {
  expect([
    sameToken('abc', 'abc'),
    sameToken('abc', 'abd'),
    sameToken('abc', 'ab'),
    sameToken('', ''),
  ]).toEqual([true, false, false, true])
  const source = await Bun.file(new URL('server-secret.ts', import.meta.url)).text()
  expect(source).toContain('timingSafeEqual(digest(a), digest(b))')
})

test('X9 no token is compared by any other means', async () => {
  const files = [...new Glob('src/{session,web}/**/*.ts').scanSync()].filter(
    (path) => !path.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(20)
  for (const file of files)
    expect([file, BYPASS.exec(await Bun.file(file).text())?.[0]]).toEqual([file, undefined])
})

/** A session's, or a signature. The visitors' token is shown to everybody and may be compared by any means. */
const BYPASS =
  /(?<!typeof )\b(csrfToken|sessionToken|signature)\b *[!=]==(?! undefined)|[!=]== *[\w.]*(csrfToken|sessionToken|signature)\b/

const keys = [randomBytes(32), randomBytes(32)] as const
const signedBy = (...keys: Buffer[]) => new CsrfTokens(new ServerSecret(keys), () => 0)

test('every csrf token is new, and one of ours', () => {
  const csrf = signedBy(keys[0])
  const tokens = Array.from({ length: 100 }, () => csrf.fresh())
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(csrf.isOurs(token)).toBe(true)
})

test('a csrf token goes into a cookie, a header and a form as it is', () => {
  expect(signedBy(keys[0]).fresh()).toMatch(/^[\w-]{43}\.[\w-]{43}$/)
})

test('the visitors’ csrf token is the same within a minute and valid without limit', () => {
  let now = 0
  const csrf = new CsrfTokens(new ServerSecret([keys[0]]), () => now)
  const first = csrf.forVisitors()
  now = 59_999
  expect(csrf.forVisitors()).toBe(first)
  now = 60_000
  expect(csrf.forVisitors()).not.toBe(first)
  now = 1e12
  expect(csrf.isOurs(first)).toBe(true)
})

test('P3 a server that has moved to a new key still knows the tokens of the old one', () => {
  const old = signedBy(keys[0]).fresh()
  expect(signedBy(keys[1], keys[0]).isOurs(old)).toBe(true)
  expect(signedBy(keys[1]).isOurs(old)).toBe(false)
})

test('X1 what was not signed by us is not ours', () => {
  const csrf = signedBy(keys[0])
  const [random = '', signature = ''] = csrf.fresh().split('.')
  const [other = ''] = csrf.fresh().split('.')
  for (const forged of [
    '',
    '.',
    random,
    `${random}.`,
    `.${signature}`,
    `${other}.${signature}`,
    `${random}.${signature}.x`,
    `${random}.${random}`,
  ])
    expect(csrf.isOurs(forged)).toBe(false)
})

test('X1 one changed character, and it is not ours', () => {
  const csrf = signedBy(keys[0])
  const token = csrf.fresh()
  const character = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_. é')
  fc.assert(
    fc.property(fc.nat(token.length - 1), character, (at, other) => {
      fc.pre(token[at] !== other)
      expect(csrf.isOurs(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
    }),
  )
})
