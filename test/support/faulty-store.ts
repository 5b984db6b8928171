import type { Clock } from '../../src/session/session.ts'
import { type SessionStore, StoreUnavailable } from '../../src/session/session-store.ts'
import { memoryStore } from '../../src/session/stores/memory.ts'

/** A store that a test can take down, or make lose its answers. */
export interface FaultyStore extends SessionStore {
  isDown: boolean
  /** Does what it is asked, and loses the answer. */
  losesAnswers: boolean
  readonly deletes: string[]
  /** How many deletes were under way at once, at most. */
  maxDeletesAtOnce: number
  /** Calls the listeners of a new connection: the store behind it may be another one. */
  reconnect(): void
}

export function faultyStore(now: Clock): FaultyStore {
  const inner = memoryStore({ now })
  const listeners: (() => void)[] = []
  const deletes: string[] = []
  const state = { isDown: false, losesAnswers: false, maxDeletesAtOnce: 0 }
  let deletesUnderWay = 0

  async function answer<T>(work: () => Promise<T>): Promise<T> {
    if (state.isDown) throw new StoreUnavailable('the store is down')
    const result = await work()
    if (state.losesAnswers) throw new StoreUnavailable('the store does not answer')
    return result
  }

  return Object.assign(state, {
    deletes,
    insert: (...args: Parameters<SessionStore['insert']>) => answer(() => inner.insert(...args)),
    find: (key: string) => answer(() => inner.find(key)),
    touch: (...args: Parameters<SessionStore['touch']>) => answer(() => inner.touch(...args)),
    setIdleLimit: (...args: Parameters<SessionStore['setIdleLimit']>) =>
      answer(() => inner.setIdleLimit(...args)),
    delete(key: string) {
      deletes.push(key)
      state.maxDeletesAtOnce = Math.max(state.maxDeletesAtOnce, ++deletesUnderWay)
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
