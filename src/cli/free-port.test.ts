import { expect, test } from 'bun:test'
import { freePort } from './free-port.ts'

test('for port 0 a port is found that can be listened on', async () => {
  const port = freePort({ host: '127.0.0.1', port: 0 })
  expect(port).toBeGreaterThan(0)
  const server = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() })
  expect(() => freePort({ host: '127.0.0.1', port })).toThrow()
  await server.stop(true)
})
