import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { DeviceTrust } from '../device/restconf/restconf-device.ts'
import type { Log } from '../log.ts'

/** By which certificate we know the device; the password of its administrator goes over that connection. */
export function deviceTrust({ deviceCa, devicePin, insecureTls }: Config, log: Log): DeviceTrust {
  const chosen = [deviceCa, devicePin, insecureTls || undefined].filter((setting) => setting !== undefined)
  if (chosen.length > 1) throw new Error('--device-ca, --device-pin and --insecure-tls exclude each other')
  if (insecureTls) {
    log.warn('device.tls-not-verified', { setting: '--insecure-tls' })
    return { kind: 'none' }
  }
  if (devicePin !== undefined) return { kind: 'pin', sha256: readPin(devicePin) }
  return deviceCa === undefined ? { kind: 'system' } : { kind: 'ca', pem: readFileSync(deviceCa, 'utf8') }
}

function readPin(pin: string): string {
  const [, sha256] = /^sha256:([A-Za-z0-9+/]{43}=)$/.exec(pin) ?? []
  if (!sha256) throw new Error('--device-pin: is not of the form sha256:BASE64')
  return sha256
}
