import type { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { connectionFailure, printable } from '../device/restconf/codes.ts'
import type { DeviceTrust } from '../device/restconf/tls.ts'
import { publicKeyPin } from '../device/restconf/tls.ts'
import { isTimeout } from './connection-step.ts'
import { failed, type Look, ok, type Patient, type Step, warning } from './examination.ts'
import { hostOf, portOf } from './host.ts'
import { failedWith } from './remedies.ts'

/** Is the other end the device, by the settings' trust? */
export const certificateStep: Step = {
  name: 'certificate',
  async look(patient) {
    if (patient.root.protocol === 'http:') return judgePlain(hostOf(patient.root))
    const socket = startTls(patient)
    try {
      await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patient.timeoutMs) })
      return judge(socket, patient.trust)
    } catch (error) {
      return failedWith(isTimeout(error) ? 'timeout' : connectionFailure(error, true).code)
    } finally {
      socket.destroy()
    }
  },
}

function judgePlain(host: string): Look {
  if (/^(127\.|::1$|localhost$)/.test(host)) return ok('plain HTTP, which does not leave this machine')
  return warning(
    'the device is asked in plain HTTP',
    'Whoever is in between reads every password. Use https in --restconf.',
  )
}

/** Nothing is sent over this connection, so that it may be opened to anybody. */
function startTls({ root, trust }: Patient): TLSSocket {
  const host = hostOf(root)
  return connect({
    host,
    port: portOf(root),
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
    ...(trust.kind === 'ca' && { ca: trust.pem }),
  })
}

function judge(socket: TLSSocket, trust: DeviceTrust): Look {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return failedWith('tls-handshake')
  const seen = describe(certificate, socket)
  const pin = `sha256:${publicKeyPin(certificate)}`

  if (trust.kind === 'none') {
    return warning(
      `${seen}; not verified`,
      `Instead of --insecure-tls: ${compare(certificate)} --device-pin ${pin}`,
    )
  }
  if (trust.kind === 'pin') {
    return pin === `sha256:${trust.sha256}`
      ? ok(`${seen}; its key is the pinned one`)
      : notThePinned(seen, pin)
  }
  if (socket.authorized) return ok(seen)
  const { code } = connectionFailure(asError(socket.authorizationError), true)
  return failedWith(code, seen, `${compare(certificate)} --device-pin ${pin}`)
}

function notThePinned(seen: string, pin: string): Look {
  return failed(
    `${seen}; its key is ${pin}, which is not the pinned one`,
    'Either the device has a new key, or somebody is in between. Compare the fingerprint at the device before ' +
      `you change the setting to --device-pin ${pin}`,
  )
}

function compare({ fingerprint256 }: X509Certificate): string {
  return `Compare the SHA-256 fingerprint ${fingerprint256} with the one at the device's own console. The same? Then:`
}

function describe({ subject, issuer, validTo }: X509Certificate, socket: TLSSocket): string {
  const oneLine = (name: string) => printable(name.replaceAll('\n', ', '))
  const signer = subject === issuer ? 'signed by itself' : `signed by ${oneLine(issuer)}`
  return `${socket.getProtocol()}, certificate of ${oneLine(subject)}, ${signer}, valid to ${validTo}`
}

/** The runtime gives the code of what is wrong as the error, or as a plain string. */
function asError(error: unknown): Error {
  return error instanceof Error ? error : Object.assign(new Error(String(error)), { code: String(error) })
}
