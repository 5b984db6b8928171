import { readConfig } from '../../src/config.ts'
import type { Credentials } from '../../src/device/credentials.ts'
import type { Device, DeviceUser } from '../../src/device/device.ts'
import { DeviceError } from '../../src/device/device-error.ts'
import { type Log, silentLog } from '../../src/log.ts'
import { createService, type Service } from '../../src/wiring.ts'
import { fakeUser } from '../support/fake-user.ts'

function fakeDevice(verify: (user: DeviceUser) => void, get: () => Promise<unknown>): Device {
  const as = ({ username }: Credentials): DeviceUser => fakeUser(get, username)
  return {
    as,
    async verify(credentials) {
      const user = as(credentials)
      verify(user)
      return { user, alreadyRead: new Map() }
    },
    close() {},
  }
}

/** The answers of the device that accepts every password. */
export const talkative = { says: undefined as unknown }
const saying = fakeDevice(
  () => {},
  async () => talkative.says,
)
export const rejecting = fakeDevice(
  () => {
    throw new DeviceError('rejected', 'status-401')
  },
  async () => undefined,
)

/** Anything that is logged as our own failure ends the search. */
const faultsOnly: Log = {
  ...silentLog,
  error: (event, fields) => {
    throw new Error(`${event}: ${Bun.inspect(fields)}`)
  },
  with: () => faultsOnly,
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

const flags = ['--restconf', 'http://192.0.2.1/restconf']

interface TriedService {
  readonly fetch: Fetch
  [Symbol.asyncDispose](): Promise<void>
}

export async function newService(given: Parameters<typeof createService>[1]): Promise<TriedService> {
  const service: Service = await createService(readConfig(flags, {}), given)
  const peer = { peer: '127.0.0.1', tls: false }
  return {
    fetch: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('Host', 'localhost')
      return service.fetch(new Request(`http://localhost${path}`, { ...init, headers }), peer)
    },
    [Symbol.asyncDispose]: () => service.stop(),
  }
}

const shared = new Map<Device, Promise<TriedService>>()

/** A service whose device rejects every password; the same one each time. */
export const rejectingService = () => sharedService(rejecting)
/** A service whose device accepts every password and answers as {@link talkative} says. */
export const talkativeService = () => sharedService(saying)

function sharedService(device: Device): Promise<TriedService> {
  const service = shared.get(device) ?? newService({ log: faultsOnly, device, pause: async () => {} })
  shared.set(device, service)
  return service
}
