/**
 * What went wrong between us and the device, as far as a page can tell its reader:
 *  - rejected   401: these credentials are not (or no longer) good
 *  - denied     403: known, but not allowed to see this
 *  - absent     404: nothing there, or not for this user to see; a device does not tell these apart
 *  - slow       no complete answer in time
 *  - dead       no answer at all: refused, reset, TLS trouble, or a proxy says so (502, 503, 504)
 *  - malformed  an answer that is not RESTCONF: another status, media type, size or syntax
 */
export type DeviceErrorKind = 'rejected' | 'denied' | 'absent' | 'slow' | 'dead' | 'malformed'

/** A call to the device that brought nothing usable. It never carries the device's own words to a page. */
export class DeviceError extends Error {
  override name = 'DeviceError'
  readonly kind: DeviceErrorKind
  /** A stable word for the log: `timeout`, `connection-refused`, `tls-untrusted`, `status-500`, … */
  readonly code: string

  constructor(kind: DeviceErrorKind, code: string, options?: ErrorOptions) {
    super(`the device call failed: ${kind} (${code})`, options)
    this.kind = kind
    this.code = code
  }
}
