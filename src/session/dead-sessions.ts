import type { Log } from '../log.ts'
import type { Clock } from './clock.ts'
import { RecentKeys } from './recent-keys.ts'
import type { SessionLimits } from './session-limits.ts'
import type { SessionStore } from './session-store.ts'
import { Tombstones } from './tombstones.ts'

const MOST_ENDED = 50_000
const MOST_CLAIMED = 10_000
const MOST_EXPIRED = 10_000
const MOST_ALIVE = 20_000
/** Logins share the connection with these deletes, so they go in small groups. */
const AT_A_TIME = 20
const TRY_AGAIN_MS = 1_000

interface DeadSessionsParts {
  readonly store: SessionStore
  readonly limits: SessionLimits
  readonly now: Clock
  readonly log: Log
}

/**
 * Sees to it that the dead stay dead. A store may lose a delete (it was down, or a replica that had not heard of it
 * took over), so the dead are refused here whatever the store says, and deleted until it has listened.
 */
export class DeadSessions {
  readonly #parts: DeadSessionsParts
  /** Sessions that were real. */
  readonly #ended: Tombstones
  /** Tokens that may have been made up: a flood of them pushes out each other, and no session that was real. */
  readonly #claimed: Tombstones
  /** Refused here, and left to the store: by another instance's clock they may be alive. */
  readonly #expired: Tombstones
  readonly #alive: RecentKeys
  #nextTry: NodeJS.Timeout | undefined

  constructor(parts: DeadSessionsParts) {
    this.#parts = parts
    const common = { keepMs: parts.limits.absoluteMs, now: parts.now }
    this.#ended = new Tombstones({ most: MOST_ENDED, ...common })
    this.#claimed = new Tombstones({ most: MOST_CLAIMED, ...common })
    this.#expired = new Tombstones({ most: MOST_EXPIRED, ...common })
    this.#alive = new RecentKeys(Math.min(parts.limits.total, MOST_ALIVE))
    parts.store.onReconnect?.(() => {
      for (const tombstones of this.#toDelete) tombstones.unsettleAll()
      this.#tryAfter(0)
    })
  }

  has(key: string): boolean {
    return this.#ended.has(key) || this.#claimed.has(key) || this.#expired.has(key)
  }

  /** The key is a real session's: should its end come while the store is down, it is told from made-up ones. */
  sawAlive(key: string): void {
    this.#alive.add(key)
  }

  /** The store forgot the key already; this instance remembers, should the store ever remember it again. */
  remember(key: string): void {
    this.#ended.add(key)
    this.#ended.settle(key)
  }

  /** The session's time is over, by this instance's clock. The store sees to it by itself. */
  expire(key: string): void {
    this.#expired.add(key)
  }

  /** Ends the session under the key. A store that is down hears of it later. */
  async bury(key: string): Promise<void> {
    await this.#buryIn(this.#ended, key)
  }

  /** As {@link bury}, for a key that anybody may have made up. */
  async buryClaimed(key: string): Promise<void> {
    await this.#buryIn(this.#alive.has(key) ? this.#ended : this.#claimed, key)
  }

  /** As {@link bury}, for a session that nobody waits for. */
  buryLater(key: string): void {
    this.#ended.add(key)
    this.#tryAfter(TRY_AGAIN_MS)
  }

  stop(): void {
    clearTimeout(this.#nextTry)
  }

  get #toDelete(): readonly Tombstones[] {
    return [this.#ended, this.#claimed]
  }

  async #buryIn(tombstones: Tombstones, key: string): Promise<void> {
    tombstones.add(key)
    this.#alive.delete(key)
    try {
      await this.#parts.store.delete(key)
      tombstones.settle(key)
    } catch (error) {
      this.#parts.log.error('store.delete-failed', { error })
      this.#tryAfter(TRY_AGAIN_MS)
    }
  }

  /** One try is due, or under way, at a time. */
  #tryAfter(ms: number): void {
    this.#nextTry ??= setTimeout(() => this.#deleteSome(), ms).unref()
  }

  /** One goes ahead, another each time: a store that does not listen is not bothered with the rest. */
  async #deleteSome(): Promise<void> {
    const others = this.#toDelete.flatMap((tombstones) =>
      tombstones.unsettled(AT_A_TIME).map((key) => async () => {
        await this.#parts.store.delete(key)
        tombstones.settle(key)
      }),
    )
    const ahead = others.splice(Math.random() * others.length, 1)
    const isHeard = (await allSucceed(ahead)) && (await allSucceed(others))
    this.#nextTry = undefined
    if (ahead.length > 0) this.#tryAfter(isHeard ? 0 : TRY_AGAIN_MS)
  }
}

async function allSucceed(tries: readonly (() => Promise<void>)[]): Promise<boolean> {
  const results = await Promise.allSettled(tries.map((attempt) => attempt()))
  return results.every(({ status }) => status === 'fulfilled')
}
