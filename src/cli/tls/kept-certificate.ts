import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { readSecretFile, requireTrusted } from '../../settings/trusted-file.ts'
import type { KeyAndCertificate } from './key-and-certificate.ts'
import { selfSigned } from './self-signed.ts'

const RENEW_BEFORE_MS = 30 * 86_400_000

/**
 * The certificate that is kept in a folder, made when there is none for these names, or when it ends soon. The key
 * stays, so that whoever has pinned it need not do so again.
 */
export function keptCertificate(folder: string, names: readonly string[]): KeyAndCertificate {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  requireTrusted(folder)
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  if (!existsSync(keyFile)) writeFileSync(keyFile, newKey(), { mode: 0o600, flag: 'wx' })
  const key = readSecretFile(keyFile)
  const kept = existsSync(certificateFile) ? readFileSync(certificateFile, 'utf8') : undefined
  if (kept !== undefined && isGood(kept, names, createPrivateKey(key))) return { key, cert: kept }

  const cert = selfSigned(names, createPrivateKey(key))
  writeFileSync(certificateFile, cert, { mode: 0o644 })
  return { key, cert }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function isGood(pem: string, names: readonly string[], key: KeyObject): boolean {
  const certificate = new X509Certificate(pem)
  const isFor = (name: string) =>
    (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined
  return (
    certificate.checkPrivateKey(key) &&
    Date.parse(certificate.validTo) > Date.now() + RENEW_BEFORE_MS &&
    names.every(isFor)
  )
}
