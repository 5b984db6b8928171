import type { FeatureProbe } from './features.ts'
import { advertises } from './yang-library.ts'

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
