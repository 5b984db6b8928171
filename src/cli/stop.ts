import { isatty } from 'node:tty'
import type { Service } from '../wiring.ts'
import type { Listening } from './listen.ts'
import type { OpenLog } from './log.ts'
import type { ServiceManager } from './systemd.ts'

export interface Running {
  readonly service: Service
  readonly server: Listening
  /** The listener for metrics, if there is one. */
  readonly watched: { stop(): Promise<void> } | undefined
  readonly systemd: ServiceManager
  /** How long the service waits for requests under way. */
  readonly drainMs: number
  readonly log: OpenLog
}

/** After the drain, answers still have this long to get out. */
const LAST_WORDS_MS = 2_000
const FLUSH_MS = 500

/** On a signal, ends the process once all requests under way are answered; on a second signal, at once. */
export function stopOnSignal(running: Running, signals: readonly NodeJS.Signals[]): void {
  let isStopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      const ending = isStopping ? cutOff(running) : stop(running)
      isStopping = true
      void ending.then((exitCode) => process.exit(exitCode))
    })
  }
}

async function stop({ service, server, watched, systemd, drainMs, log }: Running): Promise<0 | 1> {
  const requests = server.pending()
  log.info('service.stopping', { requests, ...(requests > 0 && { waitsMs: drainMs }) })
  if (requests > 0)
    tellPerson(
      `Waiting for ${requestsIn(requests)}, ${drainMs / 1000} s at most. Ctrl-C again cuts off what is left.`,
    )
  void systemd.stopping()
  const drained = server.stop()
  let isDrained = await within(drainMs, drained)
  if (!isDrained) {
    service.giveUpOnDevice()
    server.giveUpReading()
    isDrained = await within(LAST_WORDS_MS, drained)
  }
  await within(FLUSH_MS, Promise.all([watched?.stop(), service.stop()]))
  if (isDrained) log.info('service.stopped')
  else log.warn('service.cut-off', { requests: server.pending() })
  await within(FLUSH_MS, log.flush())
  return isDrained ? 0 : 1
}

async function cutOff({ server, log }: Running): Promise<1> {
  const requests = server.pending()
  log.warn('service.cut-off', { requests })
  tellPerson(`Cut off ${requestsIn(requests)}.`)
  await within(FLUSH_MS, log.flush())
  return 1
}

const requestsIn = (count: number) => (count === 1 ? '1 request' : `${count} requests`)

/** For a person at a terminal; a service manager reads the log. */
function tellPerson(sentence: string): void {
  if (isatty(2)) console.error(sentence)
}

/** True when it happened in time. */
async function within(ms: number, happens: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    happens.then(
      () => true,
      () => true,
    ),
    Bun.sleep(ms).then(() => false),
  ])
}
