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

/** Starts the service with a tests' device of its own, both on free ports. */
export async function startDemo(flags: readonly string[] = []): Promise<Demo> {
  const command = ['test/support/device/main.ts', '--listen', '127.0.0.1:0', '--log-format', 'json', ...flags]
  const demo = spawn('scripts/bun', command, {
    // The environment of the person who runs the tests must not change their settings.
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

/** The device says `ready {"device": …}`; the service logs its address. */
function readAddresses(demo: ChildProcess): Promise<DemoAddresses> {
  const said: string[] = []
  let device = ''
  return new Promise((resolve, reject) => {
    for (const stream of [demo.stdout, demo.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line)
        if (line.startsWith('ready '))
          device = z.object({ device: z.url() }).parse(JSON.parse(line.slice(6))).device
        const started = line.startsWith('{') && JSON.parse(line).event === 'service.started'
        if (started) resolve({ url: new URL(JSON.parse(line).address).origin, device })
      })
    }
    demo.once('error', reject)
    demo.once('close', () => reject(new Error(`The demo did not start:\n${said.join('\n')}`)))
  })
}
