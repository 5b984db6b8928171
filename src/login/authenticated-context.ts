import { inspect } from 'node:util'
import type { Credentials } from '../device/credentials.ts'
import type { DeviceUser } from '../device/device.ts'

/** Who has just proved to be a user of the device, and the device as that user. Printing it shows no password. */
export class AuthenticatedContext {
  /** Reads the device with the user's credentials, now and later. */
  readonly device: DeviceUser
  readonly #credentials: Credentials

  constructor(credentials: Credentials, device: DeviceUser) {
    this.#credentials = credentials
    this.device = device
  }

  get username(): string {
    return this.#credentials.username
  }

  get password(): string {
    return this.#credentials.revealPassword()
  }

  toJSON() {
    return { username: this.username, password: '[redacted]' }
  }

  [inspect.custom]() {
    return `AuthenticatedContext(${JSON.stringify(this.username)}, [redacted])`
  }
}
