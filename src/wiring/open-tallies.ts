import type { Log } from '../log.ts'
import { memoryTallies } from '../login/throttle/memory-tallies.ts'
import type { Clock } from '../session/clock.ts'
import type { Counting } from './share-tallies.ts'

/** Instances that share their sessions share what they know of guesses, too. */
export async function openTallies(
  sessionStore: string,
  parts: { readonly now: Clock; readonly log: Log },
): Promise<Counting> {
  const here = memoryTallies(parts.now)
  if (!/^rediss?[+:]/.test(sessionStore)) return { tallies: here, close() {} }
  const { shareTallies } = await import('./share-tallies.ts')
  return await shareTallies(sessionStore, here, parts)
}
