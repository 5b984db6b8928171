import type { FeatureProbe } from './features.ts'
import { valueAt } from './json-path.ts'

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
