import { isatty } from 'node:tty'
import { inspect } from 'node:util'
import pino from 'pino'
import type { Config } from '../config.ts'
import type { Log, LogFields } from '../log.ts'
import { escapeInvisible } from './print.ts'

/** A log that can be waited for, before the process ends. */
export interface OpenLog extends Log {
  flush(): Promise<void>
}

/** Lines that wait to be written, in bytes. What does not fit is dropped and counted. */
const MAX_WAITING_BYTES = 1024 * 1024

type LogSettings = Pick<Config, 'logLevel' | 'logFormat'>

/** The log on standard output. The service goes on when the disk is full, or the pipe is not read or closed. */
export function openLog(settings: LogSettings): OpenLog {
  // With a minLength of 0, the destination's flush would not wait.
  const output = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: MAX_WAITING_BYTES })
  // At exit pino writes the rest synchronously, and on a full disk it tries for ever. We flush before we exit.
  output.flushSync = () => {}
  const log = limitRefusals(logInto(settings, output))
  let lost = 0
  output.on('drop', () => lost++)
  output.on('drain', () => {
    if (lost === 0) return
    const count = lost
    lost = 0
    log.error('log.lost', { lost: count })
  })
  // The lines stay in the buffer, and the next line tries again.
  output.on('error', () => {})
  return { ...log, flush: () => new Promise((resolve) => output.flush(() => resolve())) }
}

/** Writes one JSON line an event, or lines for people. */
export function logInto({ logLevel, logFormat }: LogSettings, output: pino.DestinationStream): Log {
  // Asked by its number: process.stdout is a stream, which takes a millisecond to make and is not what we write to.
  const format = logFormat ?? (isatty(1) ? 'pretty' : 'json')
  const options: pino.LoggerOptions = {
    level: logLevel,
    base: null,
    messageKey: 'event',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }), log: boundedFields },
    serializers: { error: errorFacts, cause: errorFacts },
    hooks: { streamWrite: (line) => escapeInvisible(format === 'pretty' ? prettyLine(line) : line) },
  }
  return withFields(pino(options, output), {})
}

function withFields(logger: pino.Logger, common: LogFields): Log {
  return {
    debug: (event, fields) => logger.debug({ ...common, ...fields }, event),
    info: (event, fields) => logger.info({ ...common, ...fields }, event),
    warn: (event, fields) => logger.warn({ ...common, ...fields }, event),
    error: (event, fields) => logger.error({ ...common, ...fields }, event),
    with: (fields) => withFields(logger, { ...common, ...fields }),
  }
}

/** A JSON line of the log, for people: time, level, event and fields, without the request's number. */
function prettyLine(line: string): string {
  const { time, level, event, request: _request, error, ...fields } = JSON.parse(line)
  const told = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const because = error ? [JSON.stringify(error)] : []
  return `${[String(time).slice(11, 19), String(level).padEnd(5), event, ...told, ...because].join(' ')}\n`
}

const MAX_FIELD_BYTES = 256
const MAX_MESSAGE_BYTES = 2048
/** Bounded, because an error may be its own cause. */
const MAX_CAUSES = 5

/** A field's text may come from a stranger, so it is cut. */
function boundedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, cut(value, MAX_FIELD_BYTES)]),
  )
}

/** Names, messages and codes down the causes, and the first lines of the stack. */
function errorFacts(error: unknown, causes = MAX_CAUSES): unknown {
  if (!(error instanceof Error)) return { message: cut(textOf(error), MAX_MESSAGE_BYTES) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  const at = stack
    ?.split('\n')
    .slice(1, 6)
    .map((line) => cut(line.trim(), MAX_FIELD_BYTES))
  return {
    name,
    message: cut(message, MAX_MESSAGE_BYTES),
    code,
    at,
    ...(cause !== undefined && causes > 0 && { cause: errorFacts(cause, causes - 1) }),
  }
}

/** Anything can be thrown, also an object that refuses to become a text. */
const textOf = (thrown: unknown) =>
  typeof thrown === 'object' ? inspect(thrown, { depth: 1 }) : String(thrown)

function cut(value: unknown, maxBytes: number): unknown {
  if (typeof value !== 'string' || Buffer.byteLength(value) <= maxBytes) return value
  const bytes = Buffer.from(value).subarray(0, maxBytes)
  return `${bytes.toString().replace(/\uFFFD+$/, '')}…`
}

interface Limit {
  /** True for a line that counts; undefined when all of this event do. */
  readonly counts?: (fields: LogFields) => boolean
  /** How many lines may come at once; after that, one a second. */
  readonly burst: number
}

/** Events that any client can cause with a cheap request. Logins that the device rejected are never left out. */
const limits: Readonly<Record<string, Limit>> = {
  'forgery.refused': { burst: 1 },
  'host.refused': { burst: 1 },
  'session.two-cookies': { burst: 1 },
  'login.throttled': { burst: 1 },
  'login.busy': { burst: 1 },
  'store.unavailable': { burst: 1 },
  // A logout with a made-up token, while the store is down.
  'store.delete-failed': { burst: 1 },
  'login.left': { burst: 10 },
  'login.refused': { burst: 10, counts: ({ reason }) => !/^status-/.test(String(reason)) },
}

const INTERVAL_MS = 1_000

/** Writes one line a second of each kind of refusal, and how many more there were: strangers cannot fill the disk. */
export function limitRefusals(log: Log): Log {
  const buckets = new Map(Object.entries(limits).map(([event, limit]) => [event, new Bucket(limit.burst)]))

  function tellOmitted(event: string, bucket: Bucket): void {
    const omitted = bucket.takeOmitted()
    if (omitted > 0) log.warn('log.limited', { of: event, omitted })
  }

  function isLimited(event: string, fields: LogFields): boolean {
    const bucket = buckets.get(event)
    if (!bucket || limits[event]?.counts?.(fields) === false) return false
    if (bucket.take()) return false
    if (bucket.omit()) setTimeout(tellOmitted, INTERVAL_MS, event, bucket).unref()
    return true
  }

  const limited = (into: Log): Log => {
    const write =
      (level: 'debug' | 'info' | 'warn' | 'error') =>
      (event: string, fields: LogFields = {}) => {
        if (!isLimited(event, fields)) into[level](event, fields)
      }
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      with: (fields) => limited(into.with(fields)),
    }
  }
  return limited(log)
}

/** Refills by one line a second. */
class Bucket {
  readonly #burst: number
  #lines: number
  #refilledAt = performance.now()
  #omitted = 0

  constructor(burst: number) {
    this.#burst = burst
    this.#lines = burst
  }

  take(): boolean {
    const now = performance.now()
    this.#lines = Math.min(this.#burst, this.#lines + (now - this.#refilledAt) / INTERVAL_MS)
    this.#refilledAt = now
    if (this.#lines < 1) return false
    this.#lines--
    return true
  }

  /** Counts a line that is left out; true for the first since the count was told. */
  omit(): boolean {
    return ++this.#omitted === 1
  }

  takeOmitted(): number {
    const omitted = this.#omitted
    this.#omitted = 0
    return omitted
  }
}
