import { isatty } from 'node:tty'
import pino from 'pino'
import type { Config } from '../config.ts'
import type { Log, LogFields } from '../log.ts'
import { errorFacts, printableFields } from './log-fields.ts'
import { type LogSink, standardOutput } from './log-sink.ts'
import { prettyLine } from './pretty-line.ts'

/** A log that can be waited for, before the process ends. */
export interface OpenLog extends Log {
  flush(): Promise<void>
}

/** The log: one JSON line an event, or lines for people. A sink that is full or gone stops nothing. */
export function openLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  sink: LogSink = standardOutput(),
): OpenLog {
  // Asked by its number: process.stdout is a stream, which takes a millisecond to make and is not what we write to.
  const format = logFormat ?? (isatty(1) ? 'pretty' : 'json')
  const logger = pino(
    {
      level: logLevel,
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }), log: printableFields },
      serializers: { error: errorFacts, cause: errorFacts },
      hooks: { streamWrite: (line) => escapeInvisible(format === 'pretty' ? prettyLine(line) : line) },
    },
    sink,
  )
  sink.whenBack((lost) => logger.error({ lost }, 'log.lost'))
  return { ...logWith(logger, {}), flush: () => sink.flush() }
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
 * JSON escapes control characters below a blank. DEL, C1 controls, line separators, and the marks that hide or turn
 * the reading direction around can forge a line on a terminal just as well.
 */
function escapeInvisible(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}](?!$)/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
