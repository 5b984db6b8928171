import { expect, test } from 'bun:test'
import { silentLog } from '../log.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { listenMetrics } from './metrics-listener.ts'

const free = { kind: 'tcp', host: '127.0.0.1', port: 0 } as const

test('the metrics port serves /metrics and nothing else', async () => {
  const server = listenMetrics(openMetrics({ version: '1.2.3' }), free, silentLog)
  const answer = await fetch(new URL('/metrics', server.url))
  expect(answer.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
  expect(await answer.text()).toContain('portico_build_info{version="1.2.3"')
  expect((await fetch(new URL('/', server.url))).status).toBe(404)
  expect((await fetch(new URL('/metrics', server.url), { method: 'POST' })).status).toBe(405)
  await server.stop(true)
})

test('a port in use is reported in one line that names the setting', async () => {
  const server = listenMetrics(openMetrics({ version: '1.2.3' }), free, silentLog)
  const taken = { ...free, port: server.port ?? 0 }
  expect(() => listenMetrics(openMetrics({ version: '1.2.3' }), taken, silentLog)).toThrow(
    `--metrics-listen (or METRICS_LISTEN): something else listens on 127.0.0.1:${taken.port} already. Example: --metrics-listen 127.0.0.1:9100`,
  )
  await server.stop(true)
})
