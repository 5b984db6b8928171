import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pinTo, SERVER_CORE } from './cores.ts'

/** A contestant, started and answering. */
export interface Server {
  readonly name: string
  readonly url: URL
  readonly pid: number
  stop(): Promise<void>
}

export interface Start {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Where it runs; all contestants on the same core unless said otherwise. */
  readonly cores?: string
}

/** Starts a process that says in a JSON line where it answers, as Portico's log does. */
export async function startServer({ name, command, env = {}, cores = SERVER_CORE }: Start): Promise<Server> {
  const child = Bun.spawn([...pinTo(cores), ...command], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: Readable.from(child.stdout) })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = addressIn(line)
      if (found) resolve(found)
    })
    lines.on('close', () => reject(new Error(`${name} ended without saying where it answers`)))
  })
  return {
    name,
    url: new URL(address),
    pid: child.pid,
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

function addressIn(line: string): string | undefined {
  const [, ready] = /^ready (\{.*\})$/.exec(line) ?? []
  if (ready) return JSON.parse(ready).device
  if (!line.startsWith('{')) return undefined
  const { event, address } = JSON.parse(line)
  return event === 'service.started' ? address : undefined
}
