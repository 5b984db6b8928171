import type { AlreadyRead, DeviceUser } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import type { DeviceReader } from './features.ts'

/**
 * Reads each resource at most once, and not at all when the verification of the credentials asked for it already:
 * on a real device every request costs 45 ms of password hashing.
 */
export function readOnce(user: DeviceUser, alreadyRead: AlreadyRead, within?: AbortSignal): DeviceReader {
  const reads = new Map<string, Promise<unknown>>()

  function read(resource: string): Promise<unknown> {
    if (!alreadyRead.has(resource)) return user.get(resource, within)
    const answer = alreadyRead.get(resource)
    return answer instanceof DeviceError ? Promise.reject(answer) : Promise.resolve(answer)
  }

  return {
    get(resource) {
      const answer = reads.get(resource) ?? read(resource)
      reads.set(resource, answer)
      return answer
    },
  }
}
