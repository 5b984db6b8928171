import { readFileSync } from 'node:fs'
import { type Config, WrongSetting } from '../config.ts'
import { type DeviceTrust, parseDevicePin } from '../device/restconf/tls.ts'
import type { Log } from '../log.ts'

/** By which certificate we know the device; the password of its administrator goes over that connection. */
export function deviceTrust({ deviceCa, devicePin, insecureTls }: Config, log: Log): DeviceTrust {
  const chosen = [deviceCa, devicePin, insecureTls || undefined].filter((setting) => setting !== undefined)
  if (chosen.length > 1)
    throw new WrongSetting('--device-ca, --device-pin and --insecure-tls exclude each other')
  if (insecureTls) {
    log.warn('device.tls-not-verified', { setting: '--insecure-tls' })
    return { kind: 'none' }
  }
  if (devicePin !== undefined) return readPin(devicePin)
  return deviceCa === undefined ? { kind: 'system' } : { kind: 'ca', pem: readCertificate(deviceCa) }
}

function readCertificate(path: string): string {
  try {
    const pem = readFileSync(path, 'utf8')
    if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error('there is no certificate (PEM) in it')
    return pem
  } catch (error) {
    throw WrongSetting.because(`--device-ca: ${path}`, error)
  }
}

function readPin(pin: string): DeviceTrust {
  try {
    return parseDevicePin(pin)
  } catch (error) {
    throw WrongSetting.because('--device-pin', error)
  }
}
