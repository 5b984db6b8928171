import type { Credentials } from '../credentials.ts'
import type { AlreadyRead } from '../device.ts'
import { DeviceError } from '../device-error.ts'
import type { Ask } from './ask.ts'
import { failure } from './codes.ts'
import type { Verdict } from './verdict.ts'
import { judge } from './verdict.ts'

const LIBRARY = 'ietf-yang-library:yang-library'
const SYSTEM = 'ietf-system:system'

/**
 * Resolves to what the library's read brought when the device accepts the credentials, and throws a DeviceError
 * when it does not, or does not say. One call as a rule; two more when the device answers 404.
 */
export async function verify(ask: Ask, credentials: Credentials, within?: AbortSignal): Promise<AlreadyRead> {
  const library = await ask({ resource: LIBRARY, credentials, within })
  const verdict = judge(library)
  if (verdict.kind === 'undecided') await verifyWithoutLibrary(ask, credentials, within)
  else insist(verdict)
  return new Map([[LIBRARY, library.kind === 'data' ? library.value : failure(library.code)]])
}

async function verifyWithoutLibrary(ask: Ask, credentials: Credentials, within?: AbortSignal): Promise<void> {
  const verdict = judge(await ask({ resource: SYSTEM, credentials, within }))
  if (verdict.kind !== 'undecided') return insist(verdict)
  if (!verdict.hidden) throw failure(verdict.code)

  // Access control may let an account see nothing at all. It has signed in if the credentials matter.
  const stranger = await ask({ resource: SYSTEM, within })
  if (stranger.kind === 'failed' && stranger.status === 401) return
  throw failure('same-without-credentials')
}

function insist(verdict: Exclude<Verdict, { kind: 'undecided' }>): void {
  if (verdict.kind === 'rejected') throw new DeviceError('rejected', verdict.code)
  if (verdict.kind === 'unreachable') throw failure(verdict.code)
}
