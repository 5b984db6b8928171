/**
 * What went wrong between us and the device, as far as a page can tell its reader:
 *  - rejected   the device does not accept these credentials, or no longer
 *  - denied     the device knows the user, who may not do this
 *  - absent     nothing there, or nothing this user may see: a device does not say which
 *  - refused    the device answers that it will not or cannot do this; `says` has its own words
 *  - slow       no complete answer in time
 *  - dead       no answer at all: refused, reset, TLS trouble, or a proxy says so (502, 503, 504)
 *  - malformed  an answer that makes no sense as RESTCONF: another media type, size, syntax or status
 */
export type DeviceErrorKind = 'rejected' | 'denied' | 'absent' | 'refused' | 'slow' | 'dead' | 'malformed'

interface DeviceErrorOptions extends ErrorOptions {
  readonly says?: string | undefined
}

/** A call to the device that gave nothing usable. */
export class DeviceError extends Error {
  override name = 'DeviceError'
  readonly kind: DeviceErrorKind
  /** A stable word for the log: `timeout`, `connection-refused`, `tls-untrusted`, `status-500`, … */
  readonly code: string
  /** The device's own words, cut and printable. Never part of the message: a log line does not quote them. */
  readonly says: string | undefined

  constructor(kind: DeviceErrorKind, code: string, { says, ...options }: DeviceErrorOptions = {}) {
    super(`the device call failed: ${kind} (${code})`, options)
    this.kind = kind
    this.code = code
    this.says = says
  }

  /** True when the device did not answer. All other kinds are answers, which asking again does not change. */
  get isUnreachable(): boolean {
    return this.kind === 'slow' || this.kind === 'dead'
  }
}
