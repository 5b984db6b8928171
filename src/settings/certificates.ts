import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Config } from '../config.ts'
import { type DeviceTrust, parseDevicePin } from '../device/restconf/tls.ts'
import { FileProblem, readSecretFile, readText, readTrustedFile } from '../files.ts'
import type { Log } from '../log.ts'
import { wrongSetting } from './settings.ts'

/** How we know the device: the password of its administrator goes over that connection. */
export function deviceTrust({ deviceCa, devicePin, insecureTls }: Config, log: Log): DeviceTrust {
  if (insecureTls) {
    log.warn('device.tls-not-verified', { setting: '--insecure-tls' })
    return { kind: 'none' }
  }
  if (devicePin !== undefined) return parseDevicePin(devicePin)
  if (deviceCa === undefined) return { kind: 'system' }
  try {
    const pem = readTrustedFile(deviceCa)
    parseCertificates(deviceCa, pem)
    return { kind: 'ca', pem }
  } catch (error) {
    throw wrongSetting('deviceCa', error)
  }
}

/** A certificate as PEM, with its chain if the file has one. */
export function readCertificate(path: string): string {
  const pem = readText(path)
  parseCertificates(path, pem)
  return pem
}

/** The key of this certificate, as PEM. */
export function readKeyOf(certificate: string, path: string): string {
  const isItsKey = (key: KeyObject) => new X509Certificate(certificate).checkPrivateKey(key)
  return readSecretFile(path, (pem) => {
    if (!isItsKey(parseKey(path, pem))) throw new FileProblem(`${path} is not the key of the certificate`)
    return pem
  })
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?(-----END CERTIFICATE-----|$)/g

/** Each of a chain: the TLS library would name neither the file nor what is wrong with it. */
function parseCertificates(path: string, pem: string): void {
  const blocks = pem.match(CERTIFICATE) ?? []
  if (blocks.length === 0)
    throw new FileProblem(`${path}: there is no certificate in it (PEM, "-----BEGIN CERTIFICATE-----")`)
  for (const [at, block] of blocks.entries()) {
    try {
      new X509Certificate(block)
    } catch (cause) {
      throw new FileProblem(`${path}: certificate ${at + 1} in it is damaged or cut off`, { cause })
    }
  }
}

export function parseKey(path: string, pem: string): KeyObject {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new FileProblem(`${path}: there is no private key in it (PEM, "-----BEGIN PRIVATE KEY-----")`)
  try {
    return createPrivateKey(pem)
  } catch (cause) {
    const isLocked = /ENCRYPTED/.test(pem)
    throw new FileProblem(
      isLocked
        ? `${path}: the key is locked with a passphrase; unlock it with openssl pkey -in ${path} -out NEW-FILE`
        : `${path}: the key in it is damaged or cut off`,
      { cause },
    )
  }
}
