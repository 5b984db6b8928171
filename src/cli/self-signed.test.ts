import { expect, test } from 'bun:test'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptCertificate, selfSigned } from './self-signed.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const names = ['router.example', 'localhost', '192.0.2.7', '2001:db8::1', '::1']

test('a certificate of our own is for its names and addresses, and for no others', () => {
  const certificate = new X509Certificate(selfSigned(names, privateKey))
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(privateKey)).toBe(true)
  expect(['router.example', 'localhost', 'evil.example'].map((name) => certificate.checkHost(name))).toEqual([
    'router.example',
    'localhost',
    undefined,
  ])
  expect(['192.0.2.7', '2001:db8::1', '::1', '192.0.2.8'].map((name) => certificate.checkIP(name))).toEqual([
    '192.0.2.7',
    '2001:db8::1',
    '::1',
    undefined,
  ])
})

test('a certificate of our own lasts no longer than browsers take, and no two have the same number', () => {
  const [one, other] = [1, 2].map(() => new X509Certificate(selfSigned(names, privateKey)))
  const days = (Date.parse(one?.validTo ?? '') - Date.parse(one?.validFrom ?? '')) / 86_400_000
  expect(days).toBeLessThanOrEqual(825)
  expect(one?.serialNumber).not.toBe(other?.serialNumber)
})

test('openssl finds nothing wrong with it', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'portico-own-')), 'cert.pem')
  writeFileSync(file, selfSigned(names, privateKey))
  const { exitCode, stdout } = Bun.spawnSync(['openssl', 'verify', '-x509_strict', '-CAfile', file, file])
  const shown = Bun.spawnSync(['openssl', 'x509', '-in', file, '-noout', '-text']).stdout.toString()
  expect([exitCode, stdout.toString().trim()]).toEqual([0, `${file}: OK`])
  for (const part of ['CA:FALSE', 'Digital Signature', 'TLS Web Server Authentication'])
    expect(shown).toContain(part)
})

test('the key and the certificate are kept, and others may not read the key', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'portico-kept-')), 'tls')
  const first = keptCertificate(folder, names)
  expect(keptCertificate(folder, names)).toEqual(first)
  expect(statSync(join(folder, 'key.pem')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a certificate that ends soon is made anew, for the same key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-kept-'))
  const { key } = keptCertificate(folder, names)
  const longAgo = new Date(Date.now() - 800 * 86_400_000)
  writeFileSync(join(folder, 'cert.pem'), selfSigned(names, createPrivateKey(key), longAgo))
  const renewed = keptCertificate(folder, names)
  expect(renewed.key).toBe(key)
  expect(Date.parse(new X509Certificate(renewed.cert).validTo)).toBeGreaterThan(Date.now() + 800 * 86_400_000)
  expect(readFileSync(join(folder, 'cert.pem'), 'utf8')).toBe(renewed.cert)
  rmSync(folder, { recursive: true })
})

test('a certificate that is not for a name of today is made anew, for the same key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-kept-'))
  const { key, cert } = keptCertificate(folder, names)
  const renewed = keptCertificate(folder, [...names, 'router.lan', '192.0.2.99'])
  expect(renewed.key).toBe(key)
  expect(renewed.cert).not.toBe(cert)
  expect(new X509Certificate(renewed.cert).checkHost('router.lan')).toBe('router.lan')
  expect(keptCertificate(folder, names)).toEqual(renewed)
  rmSync(folder, { recursive: true })
})

test('a folder that others may write is no place for a key of ours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-open-'))
  chmodSync(folder, 0o777)
  expect(() => keptCertificate(folder, names)).toThrow('others than its owner may write it')
  rmSync(folder, { recursive: true })
})
