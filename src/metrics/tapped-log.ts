import type { Log, LogFields } from '../log.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** The same log, with somebody listening in. */
export function tappedLog(log: Log, hear: (level: Level, event: string, fields: LogFields) => void): Log {
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
    with: (fields) => tappedLog(log.with(fields), hear),
  }
}
