import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { type DeviceTrust, parseDevicePin } from '../device/restconf/tls.ts'
import type { Log } from '../log.ts'

/** By which certificate we know the device; the password of its administrator goes over that connection. */
export function deviceTrust({ deviceCa, devicePin, insecureTls }: Config, log: Log): DeviceTrust {
  const chosen = [deviceCa, devicePin, insecureTls || undefined].filter((setting) => setting !== undefined)
  if (chosen.length > 1) throw new Error('--device-ca, --device-pin and --insecure-tls exclude each other')
  if (insecureTls) {
    log.warn('device.tls-not-verified', { setting: '--insecure-tls' })
    return { kind: 'none' }
  }
  if (devicePin !== undefined) return parseDevicePin(devicePin)
  return deviceCa === undefined ? { kind: 'system' } : { kind: 'ca', pem: readFileSync(deviceCa, 'utf8') }
}
