import type { Log } from '../../log.ts'
import type { Credentials } from '../credentials.ts'
import type { Device, DeviceUser } from '../device.ts'
import type { Observe } from '../device-call.ts'
import type { Ask } from './ask.ts'
import { askThrough } from './ask.ts'
import { failure } from './codes.ts'
import { openTransport } from './transport.ts'
import type { DeviceTrust } from './trust.ts'
import { verify } from './verify.ts'

export type { DeviceTrust } from './trust.ts'

export interface RestconfSettings {
  /** The RESTCONF root, like https://192.0.2.1/restconf; see parseRestconfRoot. */
  readonly root: URL
  readonly trust: DeviceTrust
  /** For one call: connecting, TLS, headers and body together. */
  readonly timeoutMs: number
  readonly maxBodyBytes?: number
  readonly log: Log
  readonly observe?: Observe
}

/** A device that speaks RESTCONF (RFC 8040), asked with HTTP Basic as the user. */
export function restconfDevice({
  log,
  observe,
  maxBodyBytes = 4 * 1024 * 1024,
  ...rest
}: RestconfSettings): Device {
  const transport = openTransport({ ...rest, maxBodyBytes })
  const ask = askThrough(transport, log, observe)
  const as = (credentials: Credentials) => deviceUser(ask, credentials)
  return {
    as,
    async verify(credentials, within) {
      const alreadyRead = await verify(ask, credentials, within)
      return { user: as(credentials), alreadyRead }
    },
    close: () => transport.close(),
  }
}

function deviceUser(ask: Ask, credentials: Credentials): DeviceUser {
  return {
    username: credentials.username,
    async get(resource, within) {
      const reading = await ask({ resource, credentials, within })
      if (reading.kind === 'failed') throw failure(reading.code)
      return reading.value
    },
  }
}
