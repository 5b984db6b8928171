import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { der } from './der.ts'

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
    // Clocks on a LAN are not all right.
    der.sequence(der.time(daysAfter(now, -1)), der.time(daysAfter(now, GOOD_FOR_DAYS))),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der.inside(3, der.sequence(...extensions(names))),
  )
  const certificate = der.sequence(body, ecdsaWithSha256, der.bits(sign('sha256', body, key)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** Positive, and never zero at its front. */
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
  return isIP(name) === 0 ? der.plain(2, Buffer.from(name)) : der.plain(7, addressBytes(name))
}

function addressBytes(address: string): Uint8Array {
  if (isIP(address) === 4) return Uint8Array.from(address.split('.').map(Number))
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return Buffer.from(groups.map((group: string) => group.padStart(4, '0')).join(''), 'hex')
}

const daysAfter = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS)
