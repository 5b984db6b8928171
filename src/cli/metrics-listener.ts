import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { wrongSetting } from '../settings/settings.ts'
import { IN_PRODUCTION, whyNotListening } from './listen.ts'

/** Serves the metrics on their own port: they are for operators, not for browsers. */
export function listenMetrics(
  metrics: Pick<Metrics, 'text'>,
  where: NonNullable<Config['metricsListen']>,
  log: Log,
) {
  try {
    return Bun.serve({
      ...IN_PRODUCTION,
      hostname: where.host,
      port: where.port,
      fetch: (request) => answer(metrics, request),
      error(error: unknown) {
        log.error('request.broken', { error })
        return new Response('Internal server error', { status: 500 })
      },
    })
  } catch (error) {
    throw wrongSetting('metricsListen', whyNotListening(error, where))
  }
}

async function answer(metrics: Pick<Metrics, 'text'>, { method, url }: Request): Promise<Response> {
  const path = URL.canParse(url, 'http://metrics') ? new URL(url, 'http://metrics').pathname : undefined
  if (path !== '/metrics') return new Response('Not Found', { status: 404 })
  if (method !== 'GET') return new Response('Method Not Allowed', { status: 405, headers: { Allow: 'GET' } })
  return new Response(await metrics.text(), {
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
  })
}
