import type { Frame } from './frame.ts'

/** What the device tells about itself; what it does not tell is undefined and not shown. */
export interface OverviewFactsView extends Frame {
  readonly hostname: string | undefined
  readonly contact: string | undefined
  readonly location: string | undefined
  readonly osName: string | undefined
  readonly osVersion: string | undefined
  readonly machine: string | undefined
  /** In milliseconds. */
  readonly uptime: number | undefined
  /** Moments in ISO 8601, on the device's own clock. */
  readonly clock: string | undefined
  readonly bootTime: string | undefined
  readonly memory: MemoryUse | undefined
  readonly load: readonly LoadAverage[]
}

/** In bytes. */
export interface MemoryUse {
  readonly used: bigint
  readonly available: bigint
  readonly total: bigint
  /** The part in use, 0 to 1. */
  readonly usedShare: number
}

export interface LoadAverage {
  readonly minutes: number
  readonly load: number
  /** How much of its bar to fill, 0 to 1. */
  readonly share: number
}
