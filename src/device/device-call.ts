/** One call to the device, as far as figures about it go. */
export interface DeviceCall {
  /** Without list keys, so that there are few. */
  readonly resource: string
  /** `ok`, or the code of what went wrong. */
  readonly outcome: string
  readonly ms: number
}

/** Hears of every call. */
export type Observe = (call: DeviceCall) => void
