import { DeviceError, type DeviceErrorKind } from '../device-error.ts'

/** A code of the list below, or the status that a device answered with. */
export type Code = keyof typeof codes | `status-${number}`

/** The error a code stands for. */
export function failure(code: Code, cause?: unknown): DeviceError {
  return new DeviceError(kindOf(code), code, cause === undefined ? undefined : { cause })
}

/** Every code there is besides `status-NNN`. They are stable: logs, metrics and the doctor rely on them. */
export const codes = {
  'name-not-found': { kind: 'dead', means: "the device's name has no address" },
  'no-route': { kind: 'dead', means: 'no way leads to the address' },
  'connection-refused': { kind: 'dead', means: 'nothing listens there' },
  'connection-reset': { kind: 'dead', means: 'the connection ended before the answer did' },
  'connection-failed': { kind: 'dead', means: 'the connection failed in a way that has no code of its own' },
  'tls-untrusted': { kind: 'dead', means: 'the certificate is not signed by an authority we trust' },
  'tls-expired': { kind: 'dead', means: 'the certificate is not valid today' },
  'tls-name-mismatch': { kind: 'dead', means: 'the certificate is for another name' },
  'tls-pin-mismatch': { kind: 'dead', means: "the device's key is not the pinned one" },
  'tls-handshake': { kind: 'dead', means: 'there was no agreement on TLS, or no TLS at all' },
  timeout: { kind: 'slow', means: 'no complete answer in time' },
  aborted: { kind: 'slow', means: 'the caller no longer wanted the answer' },
  redirect: { kind: 'malformed', means: 'a redirect, which is never followed' },
  'media-type': { kind: 'malformed', means: 'the answer is not application/yang-data+json' },
  'content-encoding': { kind: 'malformed', means: 'the answer is compressed, though identity was asked for' },
  'too-large': { kind: 'malformed', means: 'the body is over the limit' },
  'too-deep': { kind: 'malformed', means: 'the JSON is nested deeper than the limit' },
  'too-many-values': { kind: 'malformed', means: 'the JSON holds more values than the limit' },
  'bad-json': { kind: 'malformed', means: 'the body is not JSON in UTF-8' },
  'bad-http': { kind: 'malformed', means: 'the answer is not HTTP/1.1' },
  'bad-text': { kind: 'malformed', means: 'the body is not text in UTF-8' },
  'foreign-origin': {
    kind: 'malformed',
    means: "the address is not the device's own; nothing was sent",
  },
  'same-without-credentials': {
    kind: 'malformed',
    means: 'the credentials made no difference to the answer',
  },
  'no-password-asked': {
    kind: 'malformed',
    means: 'the device answers people who give no password',
  },
  'unsendable-credentials': {
    kind: 'rejected',
    means: 'HTTP Basic cannot carry them unchanged; nothing was sent',
  },
} as const satisfies Record<string, { kind: DeviceErrorKind; means: string }>

function kindOf(code: Code): DeviceErrorKind {
  return isListed(code) ? codes[code].kind : (statusKinds[code] ?? 'malformed')
}

function isListed(code: Code): code is keyof typeof codes {
  return Object.hasOwn(codes, code)
}

const statusKinds: Readonly<Record<string, DeviceErrorKind>> = {
  'status-401': 'rejected',
  'status-403': 'denied',
  'status-404': 'absent',
  'status-502': 'dead',
  'status-503': 'dead',
  'status-504': 'dead',
}

/** The code for the error that ended an exchange. `handshaking` is true if it came before TLS was agreed on. */
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

/** The words of a device or the runtime, made safe for one log line: no control characters, and cut. */
export function printable(text: string, maxLength = 200): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  return cut.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
