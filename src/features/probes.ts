import { isObject, listOf, valueAt } from '../data/json-path.ts'
import { DeviceError } from '../device/device-error.ts'
import type { DeviceReader, FeatureProbe } from './features.ts'

export const CONSOLE = 'console'
/** The mDNS network browser's key, word for word from the specification. */
export const NETWORK_BROWSER = 'the service'

const WEB_SERVICES = 'infix-services:web'

/** The web terminal and the network browser: two switches, one read of the services configuration. */
export const webShortcuts: FeatureProbe = {
  names: [CONSOLE, NETWORK_BROWSER],
  async read(device) {
    const services = await device.get(WEB_SERVICES)
    const isOn = (service: string) => valueAt(services, [WEB_SERVICES, service, 'enabled']) === true
    return { [CONSOLE]: isOn('console'), [NETWORK_BROWSER]: isOn('netbrowse') }
  },
}

const WIFI = 'wifi'
const CONTAINERS = 'containers'

/** Wi-Fi and containers, as far as the device's software was built with them. */
export const yangFeatures: FeatureProbe = {
  names: [WIFI, CONTAINERS],
  async read(device) {
    const has = (feature: string) => advertises(device, 'infix-interfaces', feature)
    return { [WIFI]: await has(WIFI), [CONTAINERS]: await has(CONTAINERS) }
  },
}

/** What is looked for on every device, at every login. */
export const builtInProbes: readonly FeatureProbe[] = [webShortcuts, yangFeatures]

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
