import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'

/** Where a running demo answers. */
export interface DemoAddresses {
  /** The service: http://127.0.0.1:PORT */
  readonly url: string
  /** The RESTCONF root of its device: http://127.0.0.1:PORT/restconf */
  readonly device: string
}

export interface Demo extends DemoAddresses {
  stop(): Promise<void>
}

/** Starts the service with a demo device of its own, both on free ports. */
export async function startDemo(flags: readonly string[] = []): Promise<Demo> {
  const command = ['src/main.ts', 'demo', '--listen', '127.0.0.1:0', '--log-format', 'json', ...flags]
  const demo = spawn('scripts/bun', command, {
    // Settings in the environment of whoever runs the tests are not settings of the tests.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { ...(await readAddresses(demo)), stop: () => stop(demo) }
}

async function stop(demo: ChildProcess): Promise<void> {
  if (demo.exitCode !== null || demo.signalCode !== null) return
  const gone = once(demo, 'exit')
  demo.kill('SIGTERM')
  await gone
}

/** The demo says `ready {"url": …, "device": …}` once it answers. */
function readAddresses(demo: ChildProcess): Promise<DemoAddresses> {
  const said: string[] = []
  return new Promise((resolve, reject) => {
    for (const stream of [demo.stdout, demo.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line)
        if (line.startsWith('ready ')) resolve(addresses.parse(JSON.parse(line.slice('ready '.length))))
      })
    }
    demo.once('error', reject)
    demo.once('close', () => reject(new Error(`The demo did not start:\n${said.join('\n')}`)))
  })
}

const addresses = z.object({ url: z.url().transform((url) => new URL(url).origin), device: z.url() })
