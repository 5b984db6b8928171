import { createServer } from 'node:net'
import { LOAD_CORE, pinTo } from './cores.ts'

export interface Redis {
  readonly url: string
  stop(): Promise<void>
}

/** A redis-server without persistence, if this machine has one. */
export async function startRedis(): Promise<Redis | undefined> {
  if (!Bun.which('redis-server')) return undefined
  const port = await freePort()
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = Bun.spawn([...pinTo(LOAD_CORE), 'redis-server', ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
