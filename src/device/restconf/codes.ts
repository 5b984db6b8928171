import type { DeviceErrorKind } from '../device-error.ts'
import { DeviceError } from '../device-error.ts'

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
  'tls-untrusted': { kind: 'dead', means: 'nobody we trust has signed the certificate' },
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
  'bad-json': { kind: 'malformed', means: 'the body is not JSON in UTF-8' },
  'bad-http': { kind: 'malformed', means: 'the answer is not HTTP/1.1' },
  'same-without-credentials': {
    kind: 'malformed',
    means: 'the credentials made no difference to the answer',
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
