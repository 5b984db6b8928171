import type { Credentials } from '../device/credentials.ts'
import type { DeviceError } from '../device/device-error.ts'
import type { DeviceTrust } from '../device/restconf/client.ts'
import { codes } from '../device/restconf/codes.ts'
import type { FeatureProbe } from '../features/features.ts'

/** What to examine, and with which settings. */
export interface Patient {
  readonly root: URL
  readonly trust: DeviceTrust
  /** The limit for one call. */
  readonly timeoutMs: number
  /** The limit for all calls of one login. */
  readonly deadlineMs: number
  readonly probes: readonly FeatureProbe[]
  /** The operator's own texts of YANG modules. */
  readonly models?: string | undefined
  /** Without them, steps that need a user are left out. */
  readonly credentials: Credentials | undefined
  /** Settings that will not do what they say. */
  readonly remarks?: readonly { readonly setting: string; readonly because: string }[]
  /** Where browsers reach the service through its proxy. */
  readonly through: URL | undefined
}

/** One step of a login: what was examined, and the outcome. */
export interface Step {
  readonly name: string
  readonly look: (patient: Patient) => Promise<Look>
}

export interface Look {
  readonly result: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly seen: string
  /** What to do about it. */
  readonly remedy?: string | undefined
}

export interface Finding extends Look {
  readonly step: string
  readonly ms: number
}

/** How a login would end. A step that was not tried promises nothing. */
export function conclude(findings: readonly Finding[]): 'works' | 'fails' | 'not-tried' {
  const results = new Set(findings.map(({ result }) => result))
  if (results.has('failed')) return 'fails'
  return results.has('skipped') ? 'not-tried' : 'works'
}

export const ok = (seen: string): Look => ({ result: 'ok', seen })
export const skipped = (seen: string): Look => ({ result: 'skipped', seen })
export const warning = (seen: string, remedy: string): Look => ({ result: 'warning', seen, remedy })
export const failed = (seen: string, remedy: string): Look => ({ result: 'failed', seen, remedy })

/** A failure by its code, with what can be done about it. */
export function failedWith(code: string, seen?: string, more?: string): Look {
  const means = isListed(code) ? codes[code].means : `the device answers ${code.replace('-', ' ')}`
  const remedy = [isListed(code) ? remedies[code] : remedyForStatus(code), more].filter(Boolean).join(' ')
  return failed([seen, `${means} (${code})`].filter(Boolean).join('; '), remedy)
}

/** What the device answered to a name and a password. */
export function failedLogin({ code, kind }: DeviceError): Look {
  return failedWith(code, kind === 'rejected' ? REFUSED : undefined)
}

const REFUSED = 'the device refuses this name and password: wrong, locked, expired or not allowed here'

function isListed(code: string): code is keyof typeof codes {
  return Object.hasOwn(codes, code)
}

const remedies: Readonly<Record<keyof typeof codes, string>> = {
  'name-not-found': 'Check the name in --restconf, and the DNS server of this machine.',
  'no-route': 'Check the address in --restconf, and this machine’s routes and firewall.',
  'connection-refused': 'Check the port in --restconf, and that RESTCONF is switched on at the device.',
  'connection-reset': 'Look at the device: its web server, or a proxy in front of it, cut the connection.',
  'connection-failed': 'Look at the network between this machine and the device.',
  'tls-untrusted': 'Give the CA that signed it with --device-ca FILE, or pin the key.',
  'tls-expired': 'Check the clocks of this machine and of the device, and renew the certificate.',
  'tls-name-mismatch': 'Use a name in --restconf that the certificate has, or pin the key.',
  'tls-pin-mismatch': 'Compare the certificate at the device; see the step before.',
  'tls-handshake': 'Does the device speak TLS on this port? With plain HTTP write http:// in --restconf.',
  timeout:
    'Look for a firewall that drops packets, and at the load of the device; --device-timeout sets the limit for one ' +
    'call, --login-deadline for a whole login.',
  aborted: 'Try again.',
  redirect:
    'Redirects are never followed, because they could lead passwords to another server: write the final address in --restconf.',
  'media-type':
    'Something other than RESTCONF answers. Check the path in --restconf (often /restconf), and any proxy in front of the device.',
  'content-encoding': 'Switch compression off in the proxy in front of the device.',
  'too-large': 'An answer of more than 4 MiB is refused: look at what the device sends.',
  'too-deep': 'Look at what the device sends: no real data is nested like that.',
  'too-many-values': 'Look at what the device sends: an answer of millions of values is refused.',
  'bad-text': 'Look at what the device sends in place of the module.',
  'foreign-origin': 'Put the module into a folder and name it with --models DIR.',
  'bad-json': 'The device sends something that is not JSON; its log may say why.',
  'bad-http': 'Does this port speak HTTP? Check the port in --restconf.',
  'same-without-credentials':
    'The device does not check credentials for this resource, so no login can be verified.',
  'no-password-asked': 'Switch authentication on at the device before anything else.',
  'unsendable-credentials':
    'HTTP Basic cannot carry a colon in a user name, or control characters: use another account.',
}

function remedyForStatus(code: string): string {
  return statusRemedies[code] ?? 'Look at the device’s log, and at any proxy in front of it.'
}

const statusRemedies: Readonly<Record<string, string>> = {
  'status-400': 'Check the path in --restconf: it must be the RESTCONF root, without /data.',
  'status-401':
    'Try the same name and password at the device’s own console; the device’s log says which of these it is.',
  'status-403': 'The device’s access control (NACM) does not let this account read this.',
  'status-404':
    'Check the path in --restconf (often /restconf), and that RESTCONF is switched on at the device.',
  'status-406': 'The device offers no JSON (RFC 7951): it cannot be used.',
  'status-429': 'The device limits the rate of requests: wait, or lift the limit for this machine.',
  'status-502': 'The device’s web server is up, but the RESTCONF server behind it is not: look at its log.',
  'status-503': 'The device is starting or overloaded: try again in a minute.',
  'status-504': 'The RESTCONF server behind the device’s web server does not answer: look at its log.',
}
