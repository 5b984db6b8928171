import type { DataQuery, DeviceUser } from '../../src/device/device.ts'
import { DeviceError } from '../../src/device/device-error.ts'

/** A user of a device that is no more than one function, which is given the names of resources. */
export function fakeUser(get: (resource: string) => Promise<unknown>, username = 'admin'): DeviceUser {
  return {
    username,
    get: (wanted: string | DataQuery) => get(typeof wanted === 'string' ? wanted : wanted.resource),
    moduleText: async () => {
      throw new DeviceError('absent', 'status-404')
    },
    learnAbilities: async () => {},
  }
}
