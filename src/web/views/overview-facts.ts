import type { Frame } from './frame.ts'

/** What the device tells about itself; what it does not tell is undefined and not shown. */
export interface OverviewFactsView extends Frame {
  readonly hostname: string | undefined
  readonly contact: string | undefined
  readonly location: string | undefined
  readonly osName: string | undefined
  readonly osVersion: string | undefined
  readonly machine: string | undefined
  readonly uptime: string | undefined
  readonly clock: DeviceTime | undefined
  readonly bootTime: DeviceTime | undefined
  readonly memory: MemoryUse | undefined
  readonly load: readonly LoadAverage[]
}

/** A moment as the device tells it: for machines, and for people. */
export interface DeviceTime {
  readonly iso: string
  readonly text: string
}

export interface MemoryUse {
  /** The part in use, 0 to 1. */
  readonly usedShare: number
  readonly used: string
  readonly available: string
  readonly total: string
}

export interface LoadAverage {
  readonly minutes: number
  readonly text: string
  /** How much of its bar to fill, 0 to 1. */
  readonly share: number
}
