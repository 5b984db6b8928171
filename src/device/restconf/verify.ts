import type { Credentials } from '../credentials.ts'
import type { AlreadyRead } from '../device.ts'
import { DeviceError } from '../device-error.ts'
import { failureOf, type Reading } from './answer.ts'
import { type Code, failure } from './codes.ts'

const LIBRARY = 'ietf-yang-library:yang-library'
const SYSTEM = 'ietf-system:system'

/** How verifying asks the device. */
export interface Asker {
  read(query: { resource: string }, asking: Asking): Promise<Reading>
}

/** As whom, and until when. */
export interface Asking {
  /** Left out, the device is asked as a stranger. */
  readonly credentials?: Credentials | undefined
  readonly within?: AbortSignal | undefined
}

/**
 * Resolves to what the library's read brought when the device accepts the credentials, and throws a DeviceError
 * when it does not, or does not say. One call as a rule; two more when the device answers 403 or 404.
 */
export async function verify(
  device: Asker,
  credentials: Credentials,
  within?: AbortSignal,
): Promise<AlreadyRead> {
  const asking = { credentials, within }
  const library = await device.read({ resource: LIBRARY }, asking)
  const verdict = judge(library)
  if (verdict.kind === 'undecided') await verifyBySystem(device, asking)
  else await insist(verdict, () => isTurnedAway(device, LIBRARY, within))
  return new Map([[LIBRARY, library.kind === 'data' ? library.value : failureOf(library)]])
}

async function verifyBySystem(device: Asker, asking: Asking): Promise<void> {
  const verdict = judge(await device.read({ resource: SYSTEM }, asking))
  const isStrangerTurnedAway = () => isTurnedAway(device, SYSTEM, asking.within)
  if (verdict.kind !== 'undecided') return insist(verdict, isStrangerTurnedAway)
  if (!verdict.hidden) throw failure(verdict.code)
  // Access control may let an account see nothing at all. It is let in if the credentials made the difference.
  if (!(await isStrangerTurnedAway())) throw failure('same-without-credentials')
}

/** What one answer says about the credentials it was asked with: the contract's table "Verdicts on credentials". */
export type Verdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly code: Code }
  /** 403: the password is right if the device turns strangers away with 401. */
  | { readonly kind: 'forbidden'; readonly code: Code }
  | { readonly kind: 'unreachable'; readonly code: Code }
  /** 404: another resource may tell. `hidden` when the device gives a reason in RESTCONF's form. */
  | { readonly kind: 'undecided'; readonly code: Code; readonly hidden: boolean }

export function judge(reading: Reading): Verdict {
  if (reading.kind === 'data') return { kind: 'accepted' }

  const { status, code, says } = reading
  // Status and media type have spoken for the credentials; only the features of the library stay unknown.
  if (code === 'bad-json' || code === 'too-deep' || code === 'too-many-values') return { kind: 'accepted' }
  if (status === 401) return { kind: 'rejected', code }
  if (status === 403) return { kind: 'forbidden', code }
  if (status === 404) return { kind: 'undecided', code, hidden: says !== undefined }
  return { kind: 'unreachable', code }
}

async function insist(
  verdict: Exclude<Verdict, { kind: 'undecided' }>,
  isStrangerTurnedAway: () => Promise<boolean>,
): Promise<void> {
  if (verdict.kind === 'accepted') return
  if (verdict.kind === 'unreachable') throw failure(verdict.code)
  if (verdict.kind === 'forbidden' && (await isStrangerTurnedAway())) return
  throw new DeviceError('rejected', verdict.code)
}

async function isTurnedAway(device: Asker, resource: string, within?: AbortSignal): Promise<boolean> {
  const stranger = await device.read({ resource }, { within })
  return stranger.kind === 'failed' && stranger.status === 401
}

/** True when the reads that verify credentials are answered without any. Throws a DeviceError when nothing answers. */
export async function servesStrangers(device: Asker, within?: AbortSignal): Promise<boolean> {
  const library = judge(await device.read({ resource: LIBRARY }, { within }))
  const verdict =
    library.kind === 'undecided' ? judge(await device.read({ resource: SYSTEM }, { within })) : library
  if (verdict.kind === 'unreachable' && failure(verdict.code).isUnreachable) throw failure(verdict.code)
  return verdict.kind === 'accepted'
}
