import type { Metrics } from '../metrics/metrics.ts'
import type { TcpAddress } from '../settings/readers.ts'

/** Serves the metrics on a port of their own: what is on it is for operators, not for browsers. */
export function listenMetrics(metrics: Pick<Metrics, 'text'>, { host, port }: TcpAddress) {
  return Bun.serve({
    hostname: host,
    port,
    async fetch({ method, url }) {
      if (new URL(url, 'http://metrics').pathname !== '/metrics')
        return new Response('Not Found', { status: 404 })
      if (method !== 'GET')
        return new Response('Method Not Allowed', { status: 405, headers: { Allow: 'GET' } })
      return new Response(await metrics.text(), {
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    },
  })
}
