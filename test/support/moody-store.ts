import type { Clock } from '../../src/session/clock.ts'
import { type SessionStore, StoreUnavailable } from '../../src/session/session-store.ts'
import { memoryStore } from '../../src/session/stores/memory.ts'

/** A store that a test takes down, or makes forget what it was told. */
export interface MoodyStore extends SessionStore {
  isDown: boolean
  /** Down, and yet it does what it is told: the answer is what gets lost. */
  isMute: boolean
  readonly deletes: string[]
  /** How many deletes were under way at once, at most. */
  mostDeletesAtOnce: number
  /** Tells who listens that it may be another store now. */
  reconnect(): void
}

export function moodyStore(now: Clock): MoodyStore {
  const inner = memoryStore({ now })
  const listeners: (() => void)[] = []
  const deletes: string[] = []
  const mood = { isDown: false, isMute: false, mostDeletesAtOnce: 0 }
  let deletesUnderWay = 0

  async function answer<T>(work: () => Promise<T>): Promise<T> {
    if (mood.isDown) throw new StoreUnavailable('the store is down')
    const result = await work()
    if (mood.isMute) throw new StoreUnavailable('the store does not answer')
    return result
  }

  return Object.assign(mood, {
    deletes,
    insert: (...args: Parameters<SessionStore['insert']>) => answer(() => inner.insert(...args)),
    find: (key: string) => answer(() => inner.find(key)),
    touch: (...args: Parameters<SessionStore['touch']>) => answer(() => inner.touch(...args)),
    setIdleLimit: (...args: Parameters<SessionStore['setIdleLimit']>) =>
      answer(() => inner.setIdleLimit(...args)),
    delete(key: string) {
      deletes.push(key)
      mood.mostDeletesAtOnce = Math.max(mood.mostDeletesAtOnce, ++deletesUnderWay)
      return answer(() => inner.delete(key)).finally(() => {
        deletesUnderWay--
      })
    },
    listOwner: (owner: string) => answer(() => inner.listOwner(owner)),
    count: () => answer(() => inner.count()),
    ping: () => answer(() => inner.ping()),
    onReconnect: (listener: () => void) => void listeners.push(listener),
    reconnect() {
      for (const listener of listeners) listener()
    },
    onExpired: (listener: Parameters<SessionStore['onExpired']>[0]) => inner.onExpired(listener),
    close: () => inner.close(),
  })
}
