import type { Credentials } from '../device/credentials.ts'
import type { DeviceTrust } from '../device/restconf/client.ts'
import type { FeatureProbe } from '../features/features.ts'

/** What is to be examined, and with what. */
export interface Patient {
  readonly root: URL
  readonly trust: DeviceTrust
  /** For one call. */
  readonly timeoutMs: number
  /** For all calls of one login. */
  readonly deadlineMs: number
  readonly probes: readonly FeatureProbe[]
  /** Without them, what needs a user is left out. */
  readonly credentials: Credentials | undefined
  /** Where browsers reach the service through its proxy. */
  readonly through: URL | undefined
}

/** One step of a login: what is looked at, and what came of it. */
export interface Step {
  readonly name: string
  readonly look: (patient: Patient) => Promise<Look>
}

export interface Look {
  readonly verdict: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly seen: string
  /** What to do about it. */
  readonly remedy?: string | undefined
}

export interface Finding extends Look {
  readonly step: string
  readonly ms: number
}

/** What a login would come to: what was not tried is not promised. */
export function conclude(findings: readonly Finding[]): 'works' | 'fails' | 'not-tried' {
  const verdicts = new Set(findings.map(({ verdict }) => verdict))
  if (verdicts.has('failed')) return 'fails'
  return verdicts.has('skipped') ? 'not-tried' : 'works'
}

export const ok = (seen: string): Look => ({ verdict: 'ok', seen })
export const skipped = (seen: string): Look => ({ verdict: 'skipped', seen })
export const warning = (seen: string, remedy: string): Look => ({ verdict: 'warning', seen, remedy })
export const failed = (seen: string, remedy: string): Look => ({ verdict: 'failed', seen, remedy })
