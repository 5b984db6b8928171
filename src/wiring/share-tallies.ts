import type { Log } from '../log.ts'
import { insuredTallies } from '../login/throttle/insured-tallies.ts'
import { redisTallies } from '../login/throttle/redis-tallies.ts'
import type { Tallies } from '../login/throttle/tallies.ts'
import type { Clock } from '../session/clock.ts'
import { DEADLINE_MS, openRedisConnection } from '../session/stores/redis-connection.ts'
import { parseRedisUrl } from '../session/stores/redis-url.ts'

export interface Counting {
  readonly tallies: Tallies
  close(): void
}

/** Tallies in Redis, over a connection of their own; those kept here stand in while it is gone. */
export async function shareTallies(
  url: string,
  here: Tallies,
  { now, log }: { readonly now: Clock; readonly log: Log },
): Promise<Counting> {
  const address = parseRedisUrl(url)
  const link = openRedisConnection({ address, log: log.with({ connection: 'throttle' }), becameUsable() {} })
  await Promise.race([link.usable, Bun.sleep(DEADLINE_MS)])
  const there = redisTallies(link, address.prefix, now)
  return { tallies: insuredTallies({ there, here, now, log }), close: () => link.close() }
}
