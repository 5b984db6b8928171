import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { onLeash } from './leash.ts'

/** The service as a process of its own, which can die. */
export interface ServiceProcess {
  readonly url: string
  readonly pid: number
  /** Ends it without a word. */
  kill(): Promise<void>
  /** Asks it to end; resolves to its exit status. */
  stop(): Promise<number>
}

/** Starts `portico serve` on a free port, and resolves when it says where. */
export async function startServiceProcess(flags: readonly string[]): Promise<ServiceProcess> {
  const main = new URL('../../src/main.ts', import.meta.url).pathname
  const free = ['--listen', '127.0.0.1:0', '--log-format', 'json', '--login-attempts', 'off']
  const program = Bun.spawn(onLeash([process.execPath, main, 'serve', ...free, ...flags]), {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await addressSaidBy(program.stdout),
    pid: program.pid,
    async kill() {
      program.kill('SIGKILL')
      await program.exited
    },
    stop() {
      program.kill()
      return program.exited
    },
  }
}

async function addressSaidBy(output: ReadableStream<Uint8Array>): Promise<string> {
  const started = Promise.withResolvers<string>()
  const lines = createInterface({ input: Readable.from(output) })
  // Read on to the end: a full pipe would stop the service.
  lines.on('line', (line) => {
    const { event, address } = JSON.parse(line)
    if (event === 'service.started') started.resolve(String(address))
  })
  lines.on('close', () => started.reject(new Error('the service ended before it had started')))
  return started.promise
}
