import type { Log } from '../../log.ts'
import type { Clock } from '../../session/session.ts'
import type { Attempt, Counters, Start } from './counters.ts'

/** A failing store may answer now and then, so an instance that counts alone does so for at least this long. */
const ALONE_MS = 10_000

export interface FallbackParts {
  readonly shared: Counters
  readonly own: Counters
  readonly now: Clock
  readonly log: Log
}

/**
 * Counts in this process while the shared counters fail, so that guessing stays slow while the store is down or full.
 * An attempt is settled where it was started.
 */
export function withFallback({ shared, own, now, log }: FallbackParts): Counters {
  let alone: { looksAgainAt: number } | undefined

  function goAlone(error: unknown): void {
    if (alone) return
    alone = { looksAgainAt: now() + ALONE_MS }
    log.warn('throttle.alone', { error })
  }

  function comeBack(): void {
    alone = undefined
    log.info('throttle.shared')
  }

  return {
    async start(attempt: Attempt): Promise<Start> {
      const wasAlone = alone
      if (alone) {
        if (now() < alone.looksAgainAt) return own.start(attempt)
        // This attempt checks whether the store is back; the others do not wait for it.
        alone.looksAgainAt = now() + ALONE_MS
      }
      try {
        const start = await shared.start(attempt)
        if (wasAlone && wasAlone === alone) comeBack()
        if (start.kind !== 'started') return start
        return { ...start, settle: (outcome) => start.settle(outcome).catch(goAlone) }
      } catch (error) {
        goAlone(error)
        return own.start(attempt)
      }
    },
  }
}
