import type { Log, LogFields } from '../log.ts'
import type { SessionStore } from '../session/session-store.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** The same log; `hear` is called with each event on its way. */
export function observedLog(log: Log, hear: (level: Level, event: string, fields: LogFields) => void): Log {
  const say =
    (level: Level) =>
    (event: string, fields: LogFields = {}) => {
      hear(level, event, fields)
      log[level](event, fields)
    }
  return {
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    with: (fields) => observedLog(log.with(fields), hear),
  }
}

type TellTime = (operation: string, outcome: 'ok' | 'failed', seconds: number) => void

/** The same store; `tell` is called with the time of each operation. */
export function observedStore(store: SessionStore, tell: TellTime): SessionStore {
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

/** The outcomes of a login, as the metrics name them. */
export const loginOutcomes = [
  'welcome',
  'wrong-credentials',
  'device-unreachable',
  'missing-field',
  'throttled',
  'busy',
  'left',
  'failed',
  'forged',
] as const

/** The outcome that an event of the log tells of; undefined when it tells of none. */
export function outcomeOf(event: string, fields: LogFields): (typeof loginOutcomes)[number] | undefined {
  if (event === 'forgery.refused') return fields.path === '/login' ? 'forged' : undefined
  const told = event === 'login.refused' ? fields.because : outcomeByEvent[event]
  return loginOutcomes.find((outcome) => outcome === told)
}

const outcomeByEvent: Readonly<Record<string, string>> = {
  'login.succeeded': 'welcome',
  'login.throttled': 'throttled',
  'login.busy': 'busy',
  'login.left': 'left',
  'login.failed': 'failed',
}
