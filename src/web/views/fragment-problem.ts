import type { Frame } from './frame.ts'

/** Why a fragment has nothing to show. */
export interface FragmentProblemView extends Frame {
  readonly kind: FragmentProblem
  /** Where the same fragment can be asked for again. */
  readonly retryHref: string
}

export type FragmentProblem = 'denied' | 'absent' | 'slow' | 'dead' | 'malformed'
