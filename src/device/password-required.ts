import type { Log } from '../log.ts'
import type { Credentials } from './credentials.ts'
import type { Device, DeviceUser, VerifiedUser } from './device.ts'
import { DeviceError } from './device-error.ts'

/** A device that can be asked without credentials. */
export interface AskableDevice extends Device {
  /** True when the device answers all the same: then it accepts any password. Throws a DeviceError. */
  servesStrangers(within?: AbortSignal): Promise<boolean>
}

const TEN_MINUTES_MS = 10 * 60_000

/** The device, as long as it asks strangers for a password. While it does not, no login succeeds. */
export class PasswordRequired implements Device {
  readonly #device: AskableDevice
  readonly #log: Log
  #asksStrangers: boolean | undefined
  #look: Promise<void> | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(device: AskableDevice, log: Log) {
    this.#device = device
    this.#log = log
  }

  /** Asks the device as a stranger, now and every ten minutes. Resolves after the first time. */
  async start(everyMs = TEN_MINUTES_MS): Promise<void> {
    this.#timer = setInterval(() => void this.#lookNow().catch(() => {}), everyMs)
    this.#timer.unref()
    await this.#lookNow().catch(() => {})
  }

  /** Closed unless opened: without a good look the device is asked first, and no password is sent before. */
  async verify(credentials: Credentials, within?: AbortSignal): Promise<VerifiedUser> {
    if (!this.#asksStrangers) await unlessAborted(this.#lookNow(), within)
    if (!this.#asksStrangers) throw new DeviceError('malformed', 'no-password-asked')
    return this.#device.verify(credentials, within)
  }

  as(credentials: Credentials): DeviceUser {
    return this.#device.as(credentials)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#device.close()
  }

  /** One look for all who wait for it. A device that cannot be asked leaves what was known. */
  #lookNow(): Promise<void> {
    this.#look ??= this.#device
      .servesStrangers()
      .then((serves) => this.#remember(!serves))
      .finally(() => {
        this.#look = undefined
      })
    return this.#look
  }

  #remember(asksStrangers: boolean): void {
    if (!asksStrangers) this.#log.error('device.served-stranger', { reason: 'no-password-asked' })
    else if (this.#asksStrangers === false) this.#log.info('device.refused-stranger')
    this.#asksStrangers = asksStrangers
  }
}

async function unlessAborted(work: Promise<void>, within: AbortSignal | undefined): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new DeviceError('slow', 'timeout'))
  within?.addEventListener('abort', abort)
  if (within?.aborted) abort()
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    within?.removeEventListener('abort', abort)
  }
}
