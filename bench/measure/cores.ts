import { availableParallelism } from 'node:os'

/** The contestants on one core, whatever asks them on the other. */
export const SERVER_CORE = '0'
export const LOAD_CORE = '1'

export const isPinned = availableParallelism() > 1 && Bun.which('taskset') !== null

export function pinTo(cores: string): readonly string[] {
  return isPinned ? ['taskset', '-c', cores] : []
}

/** The bench itself, and what it starts without a place of its own, leaves the contestants' core alone. */
export function pinOurselves(): void {
  if (isPinned) Bun.spawnSync(['taskset', '-a', '-cp', LOAD_CORE, String(process.pid)])
}
