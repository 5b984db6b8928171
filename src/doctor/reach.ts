import type { X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import { isLoopback } from '../addresses.ts'
import { connectionFailure, printable } from '../device/restconf/codes.ts'
import type { DeviceTrust } from '../device/restconf/tls.ts'
import { publicKeyPin } from '../device/restconf/tls.ts'
import { failed, failedWith, type Look, ok, type Patient, type Step, warning } from './findings.ts'

/** Does the device's name lead to an address? */
export const nameStep: Step = {
  name: 'name',
  async look({ root }) {
    const host = hostOf(root)
    if (isIP(host)) return ok(`${host} is an address, so there is no name to look up`)
    try {
      const found = await lookup(host, { all: true })
      return ok(`${host} is ${found.map(({ address }) => address).join(', ')}`)
    } catch {
      return failed(
        `${host} has no address`,
        'Check the spelling in --restconf, and that this machine asks a DNS server (or mDNS, for names in .local) ' +
          'that knows the device. Its IP address works as well.',
      )
    }
  },
}

/** Does anything listen there? */
export const connectionStep: Step = {
  name: 'connection',
  async look({ root, timeoutMs }) {
    const socket = connect({ host: hostOf(root), port: portOf(root) })
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
      return ok(`${socket.remoteAddress} accepts connections on port ${socket.remotePort}`)
    } catch (error) {
      return failedWith(isTimeout(error) ? 'timeout' : connectionFailure(error).code)
    } finally {
      socket.destroy()
    }
  },
}

/** True when waiting for a socket's event was aborted because the time was up. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** Do the settings trust the certificate of the other end? */
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
  if (isLoopback(host)) return ok('plain HTTP, but it does not leave this machine')
  return warning(
    'the service talks to the device over plain HTTP',
    'Anyone between this machine and the device can read every password. Use https in --restconf.',
  )
}

/** True when the port agrees on TLS, with whatever certificate. */
export async function speaksTls(patient: Patient): Promise<boolean> {
  const socket = startTls({ ...patient, trust: { kind: 'none' } })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patient.timeoutMs) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Nothing is sent over this connection, so it may be opened to any server. */
function startTls({ root, trust }: Pick<Patient, 'root' | 'trust'>): TLSSocket {
  const host = hostOf(root)
  return tlsConnect({
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
      : notThePinned(seen, certificate)
  }
  if (socket.authorized) return ok(seen)
  const { code } = connectionFailure(asError(socket.authorizationError), true)
  return failedWith(code, seen, `${compare(certificate)} --device-pin ${pin}`)
}

function notThePinned(seen: string, certificate: X509Certificate): Look {
  const pin = `sha256:${publicKeyPin(certificate)}`
  return failed(
    `${seen}; its fingerprint is ${certificate.fingerprint256} and its key is ${pin}, which is not the pinned one`,
    'Either the device has a new key, or another machine answers in its place. Compare the SHA-256 fingerprint with the one at the ' +
      `device's own console. The same? Then: --device-pin ${pin}`,
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

/** The runtime gives an error, or its code as a plain string. */
function asError(error: unknown): Error {
  return error instanceof Error ? error : Object.assign(new Error(String(error)), { code: String(error) })
}

/** The host of an address, an IPv6 one without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

export function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}
