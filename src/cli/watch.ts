import type { Config } from '../config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { version } from '../version.ts'
import { listenMetrics } from './listen-metrics.ts'
import type { OpenLog } from './open-log.ts'
import { orExplain } from './or-explain.ts'

/** Lets whoever watches read the figures, where the settings say so. */
export function watch(
  figures: Pick<Metrics, 'text'> | undefined,
  { metricsListen }: Pick<Config, 'metricsListen'>,
) {
  if (!figures || !metricsListen) return undefined
  return orExplain('--metrics-listen', () => listenMetrics(figures, metricsListen))
}

/** Loaded when somebody will look. */
export async function loadMetrics(): Promise<Metrics> {
  const { openMetrics } = await import('../metrics/metrics.ts')
  return openMetrics({ version })
}

/** The same log, each event of which is counted. */
export function countedLog(log: OpenLog, metrics: Metrics): OpenLog {
  return { ...metrics.countEvents(log), flush: log.flush }
}
