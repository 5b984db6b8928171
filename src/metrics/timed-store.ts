import type { SessionStore } from '../session/session-store.ts'

export type Time = (operation: string, outcome: 'ok' | 'failed', seconds: number) => void

/** The same store, with a clock on each operation. */
export function timedStore(store: SessionStore, tell: Time): SessionStore {
  async function time<Result>(operation: string, run: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    try {
      const result = await run()
      tell(operation, 'ok', seconds())
      return result
    } catch (error) {
      tell(operation, 'failed', seconds())
      throw error
    }
  }

  return {
    insert: (record, caps) => time('insert', () => store.insert(record, caps)),
    find: (key) => time('find', () => store.find(key)),
    touch: (...args) => time('touch', () => store.touch(...args)),
    setIdleLimit: (...args) => time('touch', () => store.setIdleLimit(...args)),
    delete: (key) => time('delete', () => store.delete(key)),
    listOwner: (owner) => time('list', () => store.listOwner(owner)),
    count: () => time('count', () => store.count()),
    ping: () => time('ping', () => store.ping()),
    onReconnect: (listener) => store.onReconnect?.(listener),
    onExpired: (listener) => store.onExpired(listener),
    close: () => store.close(),
  }
}
