import { createHash, timingSafeEqual, type X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { TLSSocket } from 'node:tls'
import { failure } from './codes.ts'
import type { DeviceTrust } from './trust.ts'

/** How the certificate is checked while connecting. A pin is checked afterwards, by {@link whenTrusted}. */
export function tlsOptions(trust: DeviceTrust): ConnectionOptions {
  if (trust.kind === 'ca') return { ca: trust.pem }
  return { rejectUnauthorized: trust.kind === 'system' }
}

/**
 * Calls `go` once the other end is known to be the device, with an error when it is not.
 * Nothing may be written before: the request carries a password.
 */
export function whenTrusted(socket: Socket, trust: DeviceTrust, go: (refusal?: Error) => void): void {
  const look = () => go(isTrusted(socket, trust) ? undefined : failure('tls-pin-mismatch'))
  const handshaking = socket instanceof TLSSocket && socket.getPeerX509Certificate() === undefined
  if (handshaking) socket.once('secureConnect', look)
  else look()
}

/** The runtime asks checkServerIdentity only about chains it trusts, so a pin is compared here. */
function isTrusted(socket: Socket, trust: DeviceTrust): boolean {
  if (trust.kind !== 'pin' || !(socket instanceof TLSSocket)) return true
  const certificate = socket.getPeerX509Certificate()
  return certificate !== undefined && samePin(publicKeyPin(certificate), trust.sha256)
}

/** SHA-256 of the public key, base64: it outlives a renewed certificate. The value of `--device-pin sha256:…`. */
export function publicKeyPin(certificate: X509Certificate): string {
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

function samePin(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'base64'), Buffer.from(b, 'base64')]
  return left.length === right.length && timingSafeEqual(left, right)
}
