import { expect, test } from 'bun:test'
import { openMetrics } from '../metrics/metrics.ts'
import { listenMetrics } from './listen-metrics.ts'

test('metrics are read at /metrics of their own port, and nothing else is there', async () => {
  const server = listenMetrics(openMetrics({ version: '1.2.3' }), { kind: 'tcp', host: '127.0.0.1', port: 0 })
  const figures = await fetch(new URL('/metrics', server.url))
  expect(figures.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
  expect(await figures.text()).toContain('portico_build_info{version="1.2.3"')
  expect((await fetch(new URL('/', server.url))).status).toBe(404)
  expect((await fetch(new URL('/metrics', server.url), { method: 'POST' })).status).toBe(405)
  await server.stop(true)
})
