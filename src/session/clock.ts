/** Milliseconds since 1970. */
export type Clock = () => number

/**
 * The wall clock as it stood when this process started, carried on by a clock that cannot jump:
 * a device without a battery learns the time minutes after its start, and no session may end or live on by that.
 */
export function steadyClock(): Clock {
  const startedAt = Date.now() - performance.now()
  return () => Math.round(startedAt + performance.now())
}
