import { oneOf, tcpAddress } from './readers.ts'
import type { Setting } from './setting.ts'

/** How the service runs, and how it is watched. */
export const operating = {
  metricsListen: {
    flag: '--metrics-listen',
    variable: 'METRICS_LISTEN',
    value: 'HOST:PORT',
    help: 'Prometheus metrics at /metrics of a port of their own; by default nowhere',
    read: tcpAddress,
  },
  logLevel: {
    flag: '--log-level',
    variable: 'LOG_LEVEL',
    value: 'debug, info, warn, error',
    default: 'info',
    help: 'how much is logged',
    read: oneOf('debug', 'info', 'warn', 'error'),
  },
  logFormat: {
    flag: '--log-format',
    variable: 'LOG_FORMAT',
    value: 'json or pretty',
    help: 'one JSON line an event, or lines for people; pretty on a terminal',
    read: oneOf('json', 'pretty'),
  },
} as const satisfies Record<string, Setting<unknown>>
