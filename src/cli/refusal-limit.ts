import type { Log, LogFields } from '../log.ts'

interface Limit {
  /** True for a line that counts; undefined when all of this event do. */
  readonly counts?: (fields: LogFields) => boolean
  /** How many lines may come at once; after that, one a second. */
  readonly burst: number
}

/** What anybody can cause with a request that costs nothing. What the device has rejected is never left out. */
const limits: Readonly<Record<string, Limit>> = {
  'forgery.refused': { burst: 1 },
  'host.refused': { burst: 1 },
  'session.two-cookies': { burst: 1 },
  'login.throttled': { burst: 1 },
  'login.busy': { burst: 1 },
  'store.unavailable': { burst: 1 },
  'login.left': { burst: 10 },
  'login.refused': { burst: 10, counts: ({ reason }) => !/^status-/.test(String(reason)) },
}

const INTERVAL_MS = 1_000

/** Writes one line a second of each kind of refusal, and how many more there were: strangers cannot fill the disk. */
export function limitRefusals(log: Log): Log {
  const buckets = new Map(Object.entries(limits).map(([event, limit]) => [event, new Bucket(limit.burst)]))

  function tellOmitted(event: string, bucket: Bucket): void {
    const omitted = bucket.takeOmitted()
    if (omitted > 0) log.warn('log.limited', { of: event, omitted })
  }

  function isLimited(event: string, fields: LogFields): boolean {
    const bucket = buckets.get(event)
    if (!bucket || limits[event]?.counts?.(fields) === false) return false
    if (bucket.take()) return false
    if (bucket.omit()) setTimeout(tellOmitted, INTERVAL_MS, event, bucket).unref()
    return true
  }

  const limited = (into: Log): Log => {
    const write =
      (level: 'debug' | 'info' | 'warn' | 'error') =>
      (event: string, fields: LogFields = {}) => {
        if (!isLimited(event, fields)) into[level](event, fields)
      }
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      with: (fields) => limited(into.with(fields)),
    }
  }
  return limited(log)
}

/** Refills by one line a second. */
class Bucket {
  readonly #burst: number
  #lines: number
  #refilledAt = performance.now()
  #omitted = 0

  constructor(burst: number) {
    this.#burst = burst
    this.#lines = burst
  }

  take(): boolean {
    const now = performance.now()
    this.#lines = Math.min(this.#burst, this.#lines + (now - this.#refilledAt) / INTERVAL_MS)
    this.#refilledAt = now
    if (this.#lines < 1) return false
    this.#lines--
    return true
  }

  /** Counts a line that is left out; true for the first since the count was told. */
  omit(): boolean {
    return ++this.#omitted === 1
  }

  takeOmitted(): number {
    const omitted = this.#omitted
    this.#omitted = 0
    return omitted
  }
}
