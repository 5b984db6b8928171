/** Where events go. An event is named `noun.verb-in-past` and never carries a secret. */
export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
  /** The same log, with these fields on every event. */
  with(fields: LogFields): Log
}

export type LogFields = Readonly<Record<string, unknown>>

/** Drops every event. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  with: () => silentLog,
}
