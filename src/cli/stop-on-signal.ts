import type { Service } from '../wiring.ts'
import type { Listening } from './listen.ts'
import type { OpenLog } from './open-log.ts'
import type { ServiceManager } from './tell-systemd.ts'

export interface Running {
  readonly service: Service
  readonly server: Listening
  /** The listener for metrics, if there is one. */
  readonly watched: { stop(): Promise<void> } | undefined
  readonly systemd: ServiceManager
  /** How long requests under way are waited for. */
  readonly drainMs: number
  readonly log: OpenLog
}

/** After the drain, answers still have this long to get out. */
const LAST_WORDS_MS = 2_000
const FLUSH_MS = 500

/** Ends the process on SIGTERM or SIGINT when all under way is answered; on a second one, at once. */
export function stopOnSignal(running: Running): void {
  let signals = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (++signals > 1) process.exit(1)
      void stop(running).then((exitCode) => process.exit(exitCode))
    })
  }
}

async function stop({ service, server, watched, systemd, drainMs, log }: Running): Promise<0 | 1> {
  log.info('service.stopping')
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
  else log.warn('service.cut-off')
  await within(FLUSH_MS, log.flush())
  return isDrained ? 0 : 1
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
