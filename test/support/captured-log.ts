import { inspect } from 'node:util'
import type { Log, LogFields } from '../../src/log.ts'

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly event: string
  readonly fields: LogFields
}

/** A log that a test can read. */
export interface CapturedLog extends Log {
  readonly lines: readonly LogLine[]
  /** The lines of one event, oldest first. */
  of(event: string): readonly LogFields[]
  /** Everything that was ever logged, as deep as it goes. */
  print(): string
  forget(): void
}

export function capturedLog(): CapturedLog {
  const lines: LogLine[] = []
  return {
    ...writingTo(lines, {}),
    lines,
    of: (event) => lines.filter((line) => line.event === event).map(({ fields }) => fields),
    forget: () => {
      lines.length = 0
    },
    print: () => inspect(lines, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null }),
  }
}

function writingTo(lines: LogLine[], common: LogFields): Log {
  const write = (level: LogLine['level']) => (event: string, fields?: LogFields) => {
    lines.push({ level, event, fields: { ...common, ...fields } })
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    with: (fields) => writingTo(lines, { ...common, ...fields }),
  }
}
