import { type Command, type Config, readConfig, WrongSetting } from '../config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { settingsFile } from '../settings/environment-file.ts'
import { settingRows } from '../settings/settings.ts'
import { version } from '../version.ts'
import { createService, type Replacements, type Service } from '../wiring.ts'
import { listen } from './listen.ts'
import { type OpenLog, openLog } from './log.ts'
import { listenMetrics } from './metrics-listener.ts'
import { handleProcessErrors } from './process-errors.ts'
import { stopOnSignal } from './stop.ts'
import { serviceManager } from './systemd.ts'
import { fingerprint, ownCertificate, reloadCertificateOnSighup } from './tls.ts'
import { warnAtStart } from './warnings.ts'

/** `portico serve`: the service in front of the device at `--restconf`, until it is told to stop. */
export const serveCommand: Command = {
  flags: [settingsFile, ...settingRows.map(([, row]) => row)],
  async run(args, env) {
    await startService(args, env)
    return undefined
  },
}

/** Starts the service in this process, and returns where it answers. SIGHUP renews its certificate, or stops it. */
export async function startService(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { endsWithTerminal = false } = {},
): Promise<URL | string> {
  const config = readConfig(args, env)
  const metrics = config.metricsListen && (await loadMetrics())
  const log = countedLog(openLog(config), metrics)
  const systemd = serviceManager(env, log)
  const service = await startOrExplain(config, { log, metrics })
  const certificate = ownCertificate(config)
  const server = await listen(service, config, log, certificate)
  const watched = metrics && config.metricsListen && listenMetrics(metrics, config.metricsListen, log)
  // Handlers first: a script may send a signal as soon as it reads that the service has started.
  handleProcessErrors(log, { hasHook: config.onLogin !== undefined })
  if (!endsWithTerminal) reloadCertificateOnSighup(server, config, log)
  const signals = ['SIGTERM', 'SIGINT', ...(endsWithTerminal ? (['SIGHUP'] as const) : [])] as const
  stopOnSignal({ service, server, watched, systemd, drainMs: config.drainTimeout, log }, signals)
  log.info('service.started', {
    address: String(server.address),
    device: config.restconf?.href,
    metrics: watched?.url.href,
    ...(certificate && fingerprint(certificate)),
  })
  warnAtStart(config, log)
  setTimeout(() => void service.watchDevice(), FIRST_LOOK_AFTER_MS)
  await systemd.ready()
  await log.flush()
  return server.address
}

/** The first call to the device loads node:http, which takes longer than the whole start, so it runs after the service listens. */
const FIRST_LOOK_AFTER_MS = 200

/** Loaded only where metrics are asked for. */
async function loadMetrics(): Promise<Metrics> {
  const { openMetrics } = await import('../metrics/metrics.ts')
  return openMetrics({ version })
}

/** The same log, each event of which is counted. */
function countedLog(log: OpenLog, metrics: Metrics | undefined): OpenLog {
  return metrics ? { ...metrics.countEvents(log), flush: log.flush } : log
}

/** What the operator got wrong is one line, not a stack. */
async function startOrExplain(config: Config, parts: Replacements): Promise<Service> {
  try {
    return await createService(config, parts)
  } catch (error) {
    if (error instanceof WrongSetting) throw error
    throw new WrongSetting(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
