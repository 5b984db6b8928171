import type { Credentials } from './credentials.ts'
import type { DeviceError } from './device-error.ts'

/** A network device, as far as the rest of the service needs to know it. */
export interface Device {
  /**
   * Asks the device whether it accepts these credentials, and returns the device as that user.
   * Throws a DeviceError: kind `rejected` when it does not, another kind when the device gave no usable answer.
   */
  verify(credentials: Credentials, within?: AbortSignal): Promise<VerifiedUser>
  /** The same device, spoken to as a user who was verified before. */
  as(credentials: Credentials): DeviceUser
  /** Cancels the calls under way, and makes no more. */
  close(): void
}

/** The device on behalf of one user. Each method throws a DeviceError, and calls the device once at most. */
export interface DeviceUser {
  readonly username: string
  /** The JSON body of the answer. A string names a resource: `module:path` below the data root. */
  get(wanted: string | DataQuery, within?: AbortSignal): Promise<unknown>
  /** The text of one YANG module or submodule. */
  moduleText(wanted: ModuleQuery, within?: AbortSignal): Promise<string>
  /** Learns which parts of a query this device understands. Until then they are left out of every query. */
  learnAbilities(within?: AbortSignal): Promise<void>
}

/** What to read. Parameters that the device does not claim to understand are left out, so the answer may hold more. */
export interface DataQuery {
  /** `module:path`, list keys percent-encoded; empty for everything. A list is read through its parent. */
  readonly resource: string
  /** Without it: configuration and state together, as the device has them now. */
  readonly datastore?: Datastore | undefined
  /** How many levels, the resource itself included. */
  readonly depth?: number | undefined
  /** Only these nodes below the resource, as RFC 8040 section 4.8.3 writes them. */
  readonly fields?: string | undefined
  /** Ignored for a datastore. */
  readonly content?: 'config' | 'nonconfig' | undefined
  readonly withDefaults?: 'report-all' | 'report-all-tagged' | 'explicit' | 'trim' | undefined
}

export type Datastore = 'running' | 'startup' | 'operational'

/** Which module text, and where the device may have it. */
export type ModuleQuery =
  /** The address that the YANG library gives. Another origin than the device's own is never asked. */
  | { readonly from: 'location'; readonly url: string }
  /** `/yang/NAME@REVISION.yang` beside the RESTCONF root. */
  | ({ readonly from: 'folder' } & ModuleName)
  /** The operation of RFC 6022. */
  | ({ readonly from: 'get-schema' } & ModuleName)

export interface ModuleName {
  readonly name: string
  /** Undefined for a module that names none. */
  readonly revision: string | undefined
}

export interface VerifiedUser {
  readonly user: DeviceUser
  /** What the verification has already read, by resource: the body, or why there is none. */
  readonly alreadyRead: AlreadyRead
}

export type AlreadyRead = ReadonlyMap<string, unknown | DeviceError>

/** One call to the device, for the metrics. */
export interface DeviceCall {
  /** The resource without list keys; `data` for all that users look at, so that metrics have few labels. */
  readonly resource: string
  /** `ok`, or the code of what went wrong. */
  readonly outcome: string
  readonly ms: number
}

/** Is told of every call. */
export type Observe = (call: DeviceCall) => void
