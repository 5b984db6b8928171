import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { FileProblem, inWords, readSecretFile, requireTrusted } from '../files.ts'
import { parseKey } from '../settings/certificates.ts'
import { der } from './der.ts'

/** PEM. */
export interface KeyAndCertificate {
  readonly key: string
  readonly cert: string
}

const RENEW_BEFORE_MS = 30 * 86_400_000

/**
 * The certificate that is kept in a folder, made when there is none for these names, or when it ends soon. The key
 * stays, so that a pin of it stays good.
 */
export function keptCertificate(folder: string, names: readonly string[]): KeyAndCertificate {
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    makeFolder(folder)
    requireTrusted(folder)
    if (!existsSync(keyFile)) writeFileSync(keyFile, newKey(), { mode: 0o600, flag: 'wx' })
    const [key, parsedKey] = readSecretFile(keyFile, (pem) => [pem, parseKey(keyFile, pem)] as const)
    const kept = existsSync(certificateFile) ? readFileSync(certificateFile, 'utf8') : undefined
    if (kept !== undefined && isGood(kept, names, parsedKey)) return { key, cert: kept }

    const cert = selfSigned(names, parsedKey)
    writeFileSync(certificateFile, cert, { mode: 0o644 })
    return { key, cert }
  } catch (error) {
    throw inWords(folder, error)
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? new FileProblem(`${folder} cannot be made`, { cause: error }) : error
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function isGood(pem: string, names: readonly string[], key: KeyObject): boolean {
  const certificate = parsed(pem)
  if (!certificate) return false
  const isFor = (name: string) =>
    (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined
  return (
    certificate.checkPrivateKey(key) &&
    Date.parse(certificate.validTo) > Date.now() + RENEW_BEFORE_MS &&
    names.every(isFor)
  )
}

/** A truncated file is replaced. */
function parsed(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/** Browsers refuse certificates that are good for more than 825 days. */
const GOOD_FOR_DAYS = 820
const DAY_MS = 86_400_000

/** A certificate (RFC 5280) for these names and addresses, signed by the key that it is for. PEM. */
export function selfSigned(names: readonly string[], key: KeyObject, now = new Date()): string {
  const [commonName = 'localhost'] = names
  const name = der.sequence(der.set(der.sequence(der.oid('2.5.4.3'), der.text(commonName))))
  const ecdsaWithSha256 = der.sequence(der.oid('1.2.840.10045.4.3.2'))
  const body = der.sequence(
    der.inside(0, der.integer(Uint8Array.of(2))),
    der.integer(serialNumber()),
    ecdsaWithSha256,
    name,
    // Backdate a day for clock skew.
    der.sequence(der.time(daysAfter(now, -1)), der.time(daysAfter(now, GOOD_FOR_DAYS))),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der.inside(3, der.sequence(...extensions(names))),
  )
  const certificate = der.sequence(body, ecdsaWithSha256, der.bits(sign('sha256', body, key)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** A positive number whose first byte is not zero. */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16)
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f)
  return bytes
}

function extensions(names: readonly string[]): Uint8Array[] {
  const isAuthority = der.sequence()
  const digitalSignature = der.bits(Uint8Array.of(0x80))
  const serverAuth = der.sequence(der.oid('1.3.6.1.5.5.7.3.1'))
  return [
    der.sequence(der.oid('2.5.29.19'), der.true(), der.bytes(isAuthority)),
    der.sequence(der.oid('2.5.29.15'), der.true(), der.bytes(digitalSignature)),
    der.sequence(der.oid('2.5.29.37'), der.bytes(serverAuth)),
    der.sequence(der.oid('2.5.29.17'), der.bytes(der.sequence(...names.map(alternativeName)))),
  ]
}

function alternativeName(name: string): Uint8Array {
  return isIP(name) === 0
    ? der.plain(2, Buffer.from(name))
    : der.plain(7, Uint8Array.from(ipaddr.parse(name).toByteArray()))
}

const daysAfter = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS)
