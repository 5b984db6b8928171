import { DeviceError } from '../device/device-error.ts'
import type { DeviceReader } from './features.ts'
import { isObject, listOf, valueAt } from './json-path.ts'

const LIBRARY = 'ietf-yang-library:yang-library'
/** RFC 7895: the library of a device from before 2019. */
const OLD_LIBRARY = 'ietf-yang-library:modules-state'

/** True when the device's YANG library says that the module advertises the feature. */
export async function advertises(device: DeviceReader, module: string, feature: string): Promise<boolean> {
  const modules = await readModules(device)
  return modules.some(
    (entry) => isObject(entry) && entry.name === module && listOf(entry.feature).includes(feature),
  )
}

async function readModules(device: DeviceReader): Promise<readonly unknown[]> {
  try {
    const library = await device.get(LIBRARY)
    return listOf(valueAt(library, [LIBRARY, 'module-set'])).flatMap((set) =>
      listOf(valueAt(set, ['module'])),
    )
  } catch (error) {
    if (!(error instanceof DeviceError && error.kind === 'absent')) throw error
    return listOf(valueAt(await device.get(OLD_LIBRARY), [OLD_LIBRARY, 'module']))
  }
}
