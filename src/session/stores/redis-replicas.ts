import type { RedisClient } from './redis-client.ts'
import type { Meeting } from './redis-link.ts'

/** What the script that wrote saw of replication. */
export interface Replication {
  /** How many replicas follow; -1 when we may not know, -2 when all have been silent for long. */
  readonly replicas: number
  /** The name of the master's history. A master that takes over starts another. */
  readonly history: string
}

/** Resolves when a replica has all that was written until now, or when there is none to have it. */
export async function confirmReplicated(
  client: RedisClient,
  prefix: string,
  { replicas, history }: Replication,
): Promise<void> {
  if (replicas <= 0) return
  // WAIT speaks of what this connection wrote. After a reconnection that is nothing, or at another master:
  // so a mark is written to wait for, and the history is compared.
  const pipeline = client.pipeline().set(`${prefix}mark`, 1, 'PX', MARK_MS).info('replication')
  const [, info, confirmations] = repliesOf(await pipeline.wait(1, PATIENCE_MS).exec())
  if (!String(info).includes(`master_replid:${history}`)) throw new Error('another master has taken over')
  if (confirmations === 0) throw new Error('no replica has confirmed the change')
}

/** Knows whether a master that has no replica is to be believed. */
export interface ReplicaMemory {
  /** True while there should be one: it was seen at this address, and is not missing for long. */
  expects(meeting: Meeting | undefined): boolean
  /** Takes note of how many follow. */
  note(replicas: number, meeting: Meeting | undefined): void
  /** Takes note, and throws when one is expected and none is there. */
  judge(replicas: number, meeting: Meeting | undefined): void
}

/**
 * A replica that is gone may be about to take over, or may have done so already; a master that died and came back may
 * be replaced a moment later. What the master takes in meanwhile is lost. So for a while it counts only together with
 * its replica. Another master has been chosen, and counts at once.
 */
export function replicaMemory(now: () => number = () => performance.now()): ReplicaMemory {
  let seenAt: string | undefined
  let missed: { readonly at: Meeting; readonly since: number } | undefined

  function expects(meeting: Meeting | undefined): boolean {
    if (!meeting || meeting.master !== seenAt) return false
    if (missed?.at !== meeting || now() - missed.since < COMES_BACK_MS) return true
    seenAt = undefined
    return false
  }

  function note(replicas: number, meeting: Meeting | undefined): void {
    // One that has hung for long enough to be given up is not waited for once more.
    if (replicas === GIVEN_UP) seenAt = undefined
    if (replicas > 0) seenAt = meeting?.master
    if (replicas !== 0) missed = undefined
    else if (meeting && missed?.at !== meeting) missed = { at: meeting, since: now() }
  }

  return {
    expects,
    note,
    judge(replicas, meeting) {
      note(replicas, meeting)
      if (replicas === 0 && expects(meeting)) throw new Error('its replica is not back yet')
    },
  }
}

/** What the scripts report when no replica has been heard of for ten seconds. */
const GIVEN_UP = -2
const COMES_BACK_MS = 10_000
const MARK_MS = 60_000
const PATIENCE_MS = 1_000

function repliesOf(results: readonly [Error | null, unknown][] | null): readonly unknown[] {
  return (results ?? []).map(([error, reply]) => {
    if (error) throw error
    return reply
  })
}
