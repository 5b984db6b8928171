import type { Datastore, DeviceUser } from '../device/device.ts'
import type { Model } from '../yang/model.ts'

/** How far the device's model is, for one user. */
export type ModelState =
  | { readonly kind: 'ready'; readonly known: KnownModel }
  /** How many of the needed texts are there; 0 of 0 until the library is read. */
  | { readonly kind: 'reading'; readonly done: number; readonly total: number }
  /** Data is shown as plain JSON, read only. */
  | { readonly kind: 'none'; readonly because: NoModel }

export type NoModel =
  /** This account may not read the device's YANG library, or the device has none. */
  | 'no-library'
  /** The device serves no text of any module, and no folder has one. */
  | 'no-sources'
  /** The device could not be asked, or its library makes no sense. It is tried again at the next login. */
  | 'failed'

/** A compiled model, and the modules that are missing from it. */
export interface KnownModel {
  readonly model: Model
  /** The datastores that the library names and a page can show; may be empty. */
  readonly datastores: readonly Datastore[]
  /** The modules that were left out. */
  readonly missing: readonly MissingModule[]
}

export interface MissingModule {
  readonly name: string
  readonly revision: string | undefined
  /** A code: that of a device call, or `wrong-module`, `wrong-revision`, `over-limit`. */
  readonly because: string
}

/** The device as the user whose model is asked for. `id` tells users, or their sessions, apart. */
export interface ModelReader extends DeviceUser {
  readonly id: string
}
