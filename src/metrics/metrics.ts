import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observe } from '../device/device.ts'
import type { Log } from '../log.ts'
import type { SessionStore } from '../session/session-store.ts'
import { loginOutcomes, observedLog, observedStore, outcomeOf } from './observed.ts'

/** The metrics for Prometheus. Labels come from short lists: never a user, an address or a request's path. */
export interface Metrics {
  /** The same log; each event is counted on its way. */
  countEvents(log: Log): Log
  /** Hears of every call to the device. */
  readonly observe: Observe
  /** The same store; each operation is timed, and its sessions are counted when the metrics are read. */
  timeStore(store: SessionStore): SessionStore
  /** Everything, in Prometheus' text format. */
  text(): Promise<string>
}

export function openMetrics(build: { readonly version: string }): Metrics {
  const registry = new Registry()
  watchProcess(registry)
  sayBuild(registry, build.version)
  const { logins, events } = eventCounters(registry)
  const deviceCalls = deviceHistogram(registry)
  const storeOperations = storeHistogram(registry)
  const outcomeLabel = fewLabels(MAX_OUTCOMES)

  return {
    countEvents: (log) =>
      observedLog(log, (level, event, fields) => {
        events.inc({ level, event })
        const outcome = outcomeOf(event, fields)
        if (outcome) logins.inc({ outcome })
      }),
    observe: ({ resource, outcome, ms }) =>
      deviceCalls.observe({ resource, outcome: outcomeLabel(outcome) }, ms / 1000),
    timeStore(store) {
      gaugeSessions(registry, store)
      return observedStore(store, (operation, outcome, seconds) =>
        storeOperations.observe({ operation, outcome }, seconds),
      )
    },
    text: () => registry.metrics(),
  }
}

/** More than a device has; one that answers with ever other statuses fills no memory. */
const MAX_OUTCOMES = 50

/** The label itself, or `other` when there are too many. */
function fewLabels(max: number): (label: string) => string {
  const seen = new Set<string>()
  return (label) => {
    if (seen.size < max) seen.add(label)
    return seen.has(label) ? label : 'other'
  }
}

/** Keeps the default metrics that mean something on this runtime; the others are about V8. */
function watchProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  for (const { name } of registry.getMetricsAsArray()) {
    // This runtime counts reserved but unused memory as heap.
    if (!/^(process_(?!heap)|nodejs_eventloop_lag_)/.test(name)) registry.removeSingleMetric(name)
  }
}

function sayBuild(registry: Registry, version: string): void {
  new Gauge({
    name: 'portico_build_info',
    help: 'Always 1; the labels say which version runs on which runtime.',
    labelNames: ['version', 'runtime'],
    registers: [registry],
  }).set({ version, runtime: `bun ${Bun.version}` }, 1)
}

function eventCounters(registry: Registry) {
  const logins = new Counter({
    name: 'portico_logins_total',
    help: 'Login attempts by what came of them.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // Prometheus computes no rate for a counter that does not exist yet.
  for (const outcome of loginOutcomes) logins.inc({ outcome }, 0)
  const events = new Counter({
    name: 'portico_events_total',
    help: 'Events, as they are named in the log; those below the log level count too.',
    labelNames: ['level', 'event'],
    registers: [registry],
  })
  return { logins, events }
}

function deviceHistogram(registry: Registry) {
  return new Histogram({
    name: 'portico_device_call_seconds',
    help: 'Calls to the device, by resource and by outcome: ok, or the code of what went wrong.',
    labelNames: ['resource', 'outcome'],
    // A real device spends 45 ms on the password of each request, and 2 s on a wrong one.
    buckets: [0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
}

function storeHistogram(registry: Registry) {
  return new Histogram({
    name: 'portico_store_operation_seconds',
    help: 'Operations of the session store.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2],
    registers: [registry],
  })
}

function gaugeSessions(registry: Registry, store: SessionStore): void {
  new Gauge({
    name: 'portico_sessions',
    help: 'Live sessions in the store, those of other instances that share it included.',
    registers: [registry],
    async collect() {
      // A store that is down must not take all other figures with it.
      this.set(await store.count().catch(() => Number.NaN))
    },
  })
}
