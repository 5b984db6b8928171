import { DeviceError } from '../device-error.ts'
import type { Code } from './codes.ts'
import { failure } from './codes.ts'
import { printable } from './printable.ts'

/** Names what ended an exchange; `handshaking` when TLS was not agreed on by then. */
export function connectionFailure(error: unknown, handshaking = false): DeviceError {
  if (error instanceof DeviceError) return error
  const { code, message } = facts(error)
  // The runtime's error may hold the peer's certificate and words: only its message travels on.
  return failure(nameOf(code, handshaking), new Error(printable(message)))
}

function facts(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}

function nameOf(code: string, handshaking: boolean): Code {
  if (code.startsWith('HPE_')) return 'bad-http'
  const named = names[code]
  if (named && !(handshaking && named === 'connection-reset')) return named
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return 'tls-handshake'
  return handshaking ? 'tls-handshake' : 'connection-failed'
}

const names: Readonly<Record<string, Code>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-reset',
  EPIPE: 'connection-reset',
  ETIMEDOUT: 'timeout',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-name-mismatch',
  CERT_HAS_EXPIRED: 'tls-expired',
  CERT_NOT_YET_VALID: 'tls-expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls-untrusted',
  CERT_SIGNATURE_FAILURE: 'tls-untrusted',
  CERT_UNTRUSTED: 'tls-untrusted',
  CERT_REJECTED: 'tls-untrusted',
  CERT_REVOKED: 'tls-untrusted',
  CERT_CHAIN_TOO_LONG: 'tls-untrusted',
  PATH_LENGTH_EXCEEDED: 'tls-untrusted',
  INVALID_CA: 'tls-untrusted',
  INVALID_PURPOSE: 'tls-untrusted',
}
