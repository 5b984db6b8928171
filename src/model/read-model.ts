import type { AlreadyRead, DeviceUser } from '../device/device.ts'
import { libraryOf } from './device-library.ts'
import { Load, type LoadParts } from './load.ts'
import type { ModelState } from './model-state.ts'

export interface WholeModel {
  readonly state: ModelState
  /** How many texts came from where. */
  readonly origins: Load['origins']
}

/** Reads a device's whole model as one user, for a command that waits for it. */
export async function readModel(
  user: DeviceUser,
  read: AlreadyRead,
  parts: Pick<LoadParts, 'log' | 'folder' | 'signal'>,
): Promise<WholeModel> {
  const library = await libraryOf(user, read)
  if (!library)
    return { state: { kind: 'none', because: 'no-library' }, origins: { folder: 0, cache: 0, device: 0 } }
  const load = new Load(library, { ...parts, cache: undefined, now: Date.now })
  load.join({ ...user, id: user.username })
  return { state: await load.ended(), origins: load.origins }
}
