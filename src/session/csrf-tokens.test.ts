import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { CsrfTokens } from './csrf-tokens.ts'
import { ServerSecret } from './server-secret.ts'

const keys = [randomBytes(32), randomBytes(32)] as const
const signedBy = (...keys: Buffer[]) => new CsrfTokens(new ServerSecret(keys), () => 0)

test('every token is another one, and one of ours', () => {
  const csrf = signedBy(keys[0])
  const tokens = Array.from({ length: 100 }, () => csrf.fresh())
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(csrf.isOurs(token)).toBe(true)
})

test('a token goes into a cookie, a header and a form as it is', () => {
  expect(signedBy(keys[0]).fresh()).toMatch(/^[\w-]{43}\.[\w-]{43}$/)
})

test('the visitors’ token is the same within a minute and good for ever', () => {
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
