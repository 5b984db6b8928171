import type { Log } from '../../log.ts'
import type { Clock } from '../../session/clock.ts'
import type { Limit, Place, Start, Tallies } from './tallies.ts'

/** A store may answer one question and fail at the next: whoever is alone stays so for this long. */
const ALONE_MS = 10_000

export interface InsuredParts {
  readonly there: Tallies
  readonly here: Tallies
  readonly now: Clock
  readonly log: Log
}

/**
 * Counts here for as long as it cannot be counted there: guessing stays slow while the store is down, or full. What
 * becomes of an attempt is counted where it has its place.
 */
export function insuredTallies({ there, here, now, log }: InsuredParts): Tallies {
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

  async function start(key: string, limit: Limit): Promise<Start> {
    const wasAlone = alone
    if (alone) {
      if (now() < alone.looksAgainAt) return startHere(key, limit)
      // One goes and looks; the others need not wait for what it finds.
      alone.looksAgainAt = now() + ALONE_MS
    }
    try {
      const found = await there.start(key, limit)
      if (wasAlone && wasAlone === alone) comeBack()
      return found
    } catch (error) {
      goAlone(error)
      return startHere(key, limit)
    }
  }

  async function startHere(key: string, limit: Limit): Promise<Start> {
    const start = await here.start(key, limit)
    return start.kind === 'started' ? { ...start, place: { ...start.place, isAlone: true } } : start
  }

  async function settle({ isAlone }: Place, work: (tallies: Tallies) => Promise<void>): Promise<void> {
    if (isAlone) return work(here)
    await work(there).catch(goAlone)
  }

  async function ask<T>(question: (tallies: Tallies) => Promise<T>): Promise<T> {
    if (alone) return question(here)
    try {
      return await question(there)
    } catch (error) {
      goAlone(error)
      return question(here)
    }
  }

  return {
    start,
    giveBack: (key, place) => settle(place, (tallies) => tallies.giveBack(key, place)),
    reject: (key, place, limit) => settle(place, (tallies) => tallies.reject(key, place, limit)),
    count: (key) => ask((tallies) => tallies.count(key)),
    countOne: (key, windowMs) => ask((tallies) => tallies.countOne(key, windowMs)),
    remember: (key, forMs) => ask((tallies) => tallies.remember(key, forMs)),
    remembers: (key) => ask((tallies) => tallies.remembers(key)),
  }
}
