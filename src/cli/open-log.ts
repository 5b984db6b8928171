import pino from 'pino'
import type { Config } from '../config.ts'
import type { Log, LogFields } from '../log.ts'
import { errorFacts, printable } from './log-fields.ts'
import { prettyLine } from './pretty-line.ts'

/** The log on standard output: one JSON line an event, or lines for people. A sink that is gone stops nothing. */
export function openLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Log {
  const format = logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json')
  const sink = pino.destination({ dest: 1, sync: true })
  sink.on('error', () => {})
  const logger = pino(
    {
      level: logLevel,
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: errorFacts, username: printable },
      hooks: { streamWrite: (line) => (format === 'pretty' ? prettyLine(line) : escapeInvisible(line)) },
    },
    sink,
  )
  return logWith(logger, {})
}

function logWith(logger: pino.Logger, common: LogFields): Log {
  return {
    debug: (event, fields) => logger.debug({ ...common, ...fields }, event),
    info: (event, fields) => logger.info({ ...common, ...fields }, event),
    warn: (event, fields) => logger.warn({ ...common, ...fields }, event),
    error: (event, fields) => logger.error({ ...common, ...fields }, event),
    with: (fields) => logWith(logger, { ...common, ...fields }),
  }
}

/**
 * JSON escapes control characters below a blank. DEL, C1 controls, line separators and the marks that turn the
 * reading direction around can forge a line on a terminal just as well.
 */
function escapeInvisible(line: string): string {
  return line.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
