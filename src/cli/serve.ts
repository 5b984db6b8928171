import { type Config, WrongSetting } from '../config.ts'
import { createService, type Replacements, type Service } from '../wiring.ts'
import { listen } from './listen.ts'
import type { OpenLog } from './open-log.ts'
import { orExplain } from './or-explain.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { survive } from './survive.ts'
import { serviceManager } from './tell-systemd.ts'
import { fingerprint } from './tls/key-and-certificate.ts'
import { ownCertificate } from './tls/own-certificate.ts'
import { renewOnHangUp } from './tls/renew-on-hang-up.ts'
import { warnOfPlainHttp } from './tls/warn-of-plain-http.ts'
import { countedLog, loadMetrics, watch } from './watch.ts'

/** Starts the service in this process, until it is told to stop, and returns where it answers. */
export async function serve(
  config: Config,
  plainLog: OpenLog,
  env: NodeJS.ProcessEnv,
): Promise<URL | string> {
  const metrics = config.metricsListen && (await loadMetrics())
  const log = metrics ? countedLog(plainLog, metrics) : plainLog
  const systemd = serviceManager(env, log)
  const service = await startOrExplain(config, { log, metrics })
  const certificate = ownCertificate(config)
  const server = orExplain('--listen', () => listen(service, config, log, certificate))
  const watched = watch(metrics, config)
  const facts = {
    address: String(server.address),
    device: config.restconf?.href,
    metrics: watched?.url.href,
    ...(certificate && fingerprint(certificate)),
  }
  // Whoever reads that it has started may send it a signal.
  survive(log)
  renewOnHangUp(server, config, log)
  stopOnSignal({ service, server, watched, systemd, drainMs: config.drainTimeout, log })
  log.info('service.started', facts)
  if (!certificate) warnOfPlainHttp(config, log)
  setTimeout(() => void service.watchDevice(), FIRST_LOOK_AFTER_MS)
  await systemd.ready()
  await log.flush()
  return server.address
}

/** Looking at the device loads node:http, which takes longer than all of the start: visitors come first. */
const FIRST_LOOK_AFTER_MS = 200

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
