import { type Config, WrongSetting } from '../../config.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { embedded } from '../../web/assets/embedded.ts'
import { freePort } from '../free-port.ts'
import type { OpenLog } from '../open-log.ts'
import { survive } from '../survive.ts'
import { type ServiceManager, serviceManager } from '../tell-systemd.ts'
import { countedLog, loadMetrics, watch } from '../watch.ts'
import { Crew } from './crew.ts'
import type { CrewFigures } from './crew-figures.ts'
import type { StartProcess } from './member.ts'
import { workerEnv } from './worker.ts'

const FLUSH_MS = 500
const CHECK_UP_MS = 10_000

interface StartWorkersParts {
  readonly config: Config
  readonly log: OpenLog
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** The service in several processes on one port. This one answers nothing: it sees to it that they are there. */
export async function startWorkers({ config, log: plainLog, args, env }: StartWorkersParts): Promise<URL> {
  const address = sharedAddress(config)
  const metrics = config.metricsListen && (await loadMetrics())
  const log = metrics ? countedLog(plainLog, metrics) : plainLog
  const systemd = serviceManager(env, log)
  const { workers: of } = config
  const start = starter(args, (number) => workerEnv(env, { number, of, port: Number(address.port) }))
  const crew: Crew = new Crew({ size: of, log, start, whenGone: (member) => figures?.remember(member) })
  const figures = metrics && (await sumOf(crew, metrics))
  // Before the workers are there: a port that is taken is said at once.
  const watched = watch(figures, config)
  const failure = await crew.assemble()
  if (failure !== undefined) {
    await crew.dismiss()
    process.exit(failure)
  }
  // Whoever reads that it has started may send it a signal.
  survive(log)
  process.on('SIGHUP', () => crew.renew())
  setInterval(() => crew.checkUp(), CHECK_UP_MS).unref()
  stopOnSignal(crew, { systemd, log })
  log.info('service.started', {
    address: address.href,
    device: config.restconf?.href,
    metrics: watched?.url.href,
    workers: of,
  })
  await systemd.ready()
  await log.flush()
  return address
}

function starter(args: readonly string[], envOf: (number: number) => NodeJS.ProcessEnv): StartProcess {
  return (number, hear) =>
    Bun.spawn([...ourselves(), 'serve', ...args], {
      env: envOf(number),
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: hear,
    })
}

/** Loaded when somebody will look. */
async function sumOf(crew: Crew, metrics: Metrics): Promise<CrewFigures> {
  const { CrewFigures } = await import('./crew-figures.ts')
  return new CrewFigures(metrics, () => crew.members)
}

/** Where all of them will listen; for port 0 a free one. Several processes are several instances: what they share is Redis. */
function sharedAddress({ listen, sessionStore, tlsCert, tlsSelfSigned }: Config): URL {
  if (!/^rediss?[+:]/.test(sessionStore))
    throw new WrongSetting(
      '--workers: more than one needs a store that they share, --session-store redis://…',
    )
  if (listen.kind === 'unix')
    throw new WrongSetting('--workers: several processes share a port, no unix socket')
  const scheme = tlsCert || tlsSelfSigned ? 'https' : 'http'
  try {
    const port = freePort(listen)
    return new URL(`${scheme}://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${port}/`)
  } catch (error) {
    throw WrongSetting.because('--listen', error)
  }
}

/** The command that started this process: the executable, or Bun with its script. */
const ourselves = () => (embedded ? [process.execPath] : [process.execPath, Bun.main])

/** On SIGTERM or SIGINT all workers finish what they are at; on a second one, all end at once. */
function stopOnSignal(crew: Crew, { systemd, log }: { systemd: ServiceManager; log: OpenLog }): void {
  let isStopping = false
  async function stop(): Promise<void> {
    log.info('service.stopping')
    void systemd.stopping()
    const exitCode = await crew.dismiss()
    log.info('service.stopped')
    await Promise.race([log.flush(), Bun.sleep(FLUSH_MS)])
    process.exit(exitCode)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) {
        crew.kill()
        process.exit(1)
      }
      isStopping = true
      void stop()
    })
  }
}
