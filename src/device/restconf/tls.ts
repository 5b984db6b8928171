import { createHash, timingSafeEqual, type X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { failure } from './codes.ts'

/** Which certificate we accept as the device's. */
export type DeviceTrust =
  /** One for its name, by an authority this machine knows. */
  | { readonly kind: 'system' }
  /** One for its name, by one of these authorities. */
  | { readonly kind: 'ca'; readonly pem: string }
  /** Any certificate with this one public key. */
  | { readonly kind: 'pin'; readonly sha256: string }
  /** Any certificate at all. */
  | { readonly kind: 'none' }

/** Reads the value of `--device-pin`. Throws an Error of one sentence. */
export function parseDevicePin(text: string): DeviceTrust {
  const [, base64 = ''] = /^sha256:([A-Za-z0-9+/]{43}=)$/.exec(text) ?? []
  if (!base64)
    throw new Error('a pin is "sha256:" and the SHA-256 of the public key in base64 (44 characters)')
  return { kind: 'pin', sha256: base64 }
}

/**
 * How the certificate is checked while connecting. A pin is checked afterwards, by {@link whenTrusted}.
 * Verification is said outright: left out, NODE_TLS_REJECT_UNAUTHORIZED=0 would switch it off.
 */
export function tlsOptions(trust: DeviceTrust): ConnectionOptions {
  if (trust.kind === 'ca') return { ca: trust.pem, rejectUnauthorized: true }
  return { rejectUnauthorized: trust.kind === 'system' }
}

/**
 * Calls `go` once the other end is known to be the device, with an error when it is not.
 * Nothing may be written before: the request carries a password.
 */
export function whenTrusted(socket: Socket, trust: DeviceTrust, go: (refusal?: Error) => void): void {
  const look = () => go(isTrusted(socket, trust) ? undefined : failure('tls-pin-mismatch'))
  const handshaking = isTls(socket) && socket.getPeerX509Certificate() === undefined
  if (handshaking) socket.once('secureConnect', look)
  else look()
}

/** The runtime asks checkServerIdentity only about chains it trusts, so a pin is compared here. */
function isTrusted(socket: Socket, trust: DeviceTrust): boolean {
  if (trust.kind !== 'pin' || !isTls(socket)) return true
  const certificate = socket.getPeerX509Certificate()
  return certificate !== undefined && samePin(publicKeyPin(certificate), trust.sha256)
}

interface TlsSocket extends Socket {
  getPeerX509Certificate(): X509Certificate | undefined
}

/** By what it can do: importing node:tls for its class would delay the start of the service. */
function isTls(socket: Socket): socket is TlsSocket {
  return 'getPeerX509Certificate' in socket
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
