import { type Config, WrongSetting } from '../config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createService, type Replacements, type Service } from '../wiring.ts'
import { listen } from './listen.ts'
import { listenMetrics } from './listen-metrics.ts'
import type { OpenLog } from './open-log.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { survive } from './survive.ts'
import { serviceManager } from './tell-systemd.ts'
import { fingerprint } from './tls/key-and-certificate.ts'
import { ownCertificate } from './tls/own-certificate.ts'
import { renewOnHangUp } from './tls/renew-on-hang-up.ts'
import { warnOfPlainHttp } from './tls/warn-of-plain-http.ts'
import { version } from './version.ts'

/** Starts the service in this process, until it is told to stop, and returns where it answers. */
export async function serve(config: Config, log: OpenLog, env: NodeJS.ProcessEnv): Promise<URL | string> {
  const systemd = serviceManager(env, log)
  const { metricsListen } = config
  const metrics = metricsListen && (await loadMetrics())
  const service = await startOrExplain(config, { log, metrics })
  const certificate = ownCertificate(config)
  const server = orExplain('--listen', () => listen(service, config, log, certificate))
  const watched = metrics && orExplain('--metrics-listen', () => listenMetrics(metrics, metricsListen))
  const facts = {
    address: String(server.address),
    device: config.restconf?.href,
    metrics: watched?.url.href,
    ...(certificate && fingerprint(certificate)),
  }
  if (config.workers > 1) log.info('worker.started', { ...facts, pid: process.pid })
  else log.info('service.started', facts)
  if (!certificate) warnOfPlainHttp(config, log)
  survive(log)
  renewOnHangUp(server, config, log)
  stopOnSignal({ service, server, watched, systemd, drainMs: config.drainTimeout, log })
  await systemd.ready()
  await log.flush()
  // A worker's parent waits for this; other parents hear nothing.
  process.send?.('ready')
  return server.address
}

/** Loaded when somebody will look. */
async function loadMetrics(): Promise<Metrics> {
  const { openMetrics } = await import('../metrics/metrics.ts')
  return openMetrics({ version })
}

/** What the operator got wrong is one line, not a stack. */
async function startOrExplain(config: Config, parts: Replacements): Promise<Service> {
  try {
    return await createService(config, parts)
  } catch (error) {
    throw error instanceof WrongSetting
      ? error
      : new WrongSetting(error instanceof Error ? error.message : String(error))
  }
}

function orExplain<Result>(setting: string, listen: () => Result): Result {
  try {
    return listen()
  } catch (error) {
    throw WrongSetting.because(setting, error)
  }
}
