import type { Log } from '../../log.ts'
import type { Tallies } from './tallies.ts'

/** Counts here for as long as it cannot be counted there: guessing stays slow while the store is down. */
export function insuredTallies(there: Tallies, here: Tallies, log: Log): Tallies {
  let isThere = true

  async function ask<T>(question: (tallies: Tallies) => Promise<T>): Promise<T> {
    try {
      const answer = await question(there)
      if (!isThere) log.info('throttle.shared')
      isThere = true
      return answer
    } catch (error) {
      if (isThere) log.warn('throttle.alone', { error })
      isThere = false
      return await question(here)
    }
  }

  return {
    start: (key, limit) => ask((tallies) => tallies.start(key, limit)),
    giveBack: (key, place) => ask((tallies) => tallies.giveBack(key, place)),
    reject: (key, place, limit) => ask((tallies) => tallies.reject(key, place, limit)),
    count: (key) => ask((tallies) => tallies.count(key)),
    countOne: (key, windowMs) => ask((tallies) => tallies.countOne(key, windowMs)),
    remember: (key, forMs) => ask((tallies) => tallies.remember(key, forMs)),
    remembers: (key) => ask((tallies) => tallies.remembers(key)),
  }
}
