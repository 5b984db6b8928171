import type { Credentials } from './credentials.ts'
import type { DeviceError } from './device-error.ts'

/** A network device: all that the rest of the service may know of it. */
export interface Device {
  /**
   * Asks the device whether it accepts these credentials, and returns the device as that user.
   * Throws a DeviceError: kind `rejected` when it does not, any other kind when it cannot be said.
   */
  verify(credentials: Credentials, within?: AbortSignal): Promise<VerifiedUser>
  /** The same device, spoken to as a user who was verified before. */
  as(credentials: Credentials): DeviceUser
  /** Gives up what is under way, and asks nothing more. */
  close(): void
}

/** The device on behalf of one user. */
export interface DeviceUser {
  readonly username: string
  /**
   * The JSON body of a resource named `module:path` below the RESTCONF data root.
   * Throws a DeviceError; calls the device once, whatever happens.
   */
  get(resource: string, within?: AbortSignal): Promise<unknown>
}

export interface VerifiedUser {
  readonly user: DeviceUser
  /** What the verification already asked for, by resource: the body, or why there is none. */
  readonly alreadyRead: AlreadyRead
}

export type AlreadyRead = ReadonlyMap<string, unknown | DeviceError>
