import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { startTestDevice, type TestDeviceOptions } from '../../test/support/device/test-device.ts'
import { infixModules, SHARED_MODELS } from '../../test/support/infix-modules.ts'
import { pinTo, SERVER_CORE } from '../measure/cores.ts'
import { median } from '../measure/statistics.ts'
import { logIn } from '../measure/visitor.ts'
import type { Finding, Row } from '../row.ts'

const ROUNDS = 3

/** How long after a login the device's model stands: texts fetched behind everything else, and compiled. */
export const model: Row = {
  name: 'model',
  async measure({ executable }, { share }) {
    const rounds = Math.max(1, Math.round(ROUNDS * share))
    return {
      findings: [
        await measureAt('an idle device of 45 ms a request', { delays: 'real' }, { executable, rounds }),
        await measureAt('a slow device of 150 ms a request', {}, { executable, rounds, delayMs: 150 }),
      ],
      plots: [],
    }
  },
}

interface Run {
  readonly executable: string
  readonly rounds: number
  readonly delayMs?: number
}

async function measureAt(against: string, options: TestDeviceOptions, run: Run): Promise<Finding> {
  const device = await startTestDevice(options)
  const isInfix = existsSync(SHARED_MODELS)
  if (isInfix) device.datastore.library = { features: [], form: 'yang-library', modules: infixModules() }
  if (run.delayMs) device.faults.set({ kind: 'slow', ms: run.delayMs })
  const times: number[] = []
  let said = ''
  for (let round = 0; round < run.rounds; round++) {
    const { ms, modules, nodes } = await loadOnce(run.executable, device.url)
    times.push(ms)
    said = `${modules} modules, ${nodes} nodes`
  }
  await device.stop()
  return {
    what: `from a login to the model, ${isInfix ? 'of Infix' : "the demo device's own"} (${said})`,
    against,
    aim: '',
    measured: `${(median(times) / 1000).toFixed(1)} s`,
  }
}

const lineOfLog = z.object({
  event: z.string(),
  address: z.string().optional(),
  modules: z.number().optional(),
  nodes: z.number().optional(),
})

async function loadOnce(executable: string, device: string) {
  const flags = ['--restconf', device, '--listen', '127.0.0.1:0', '--log-format', 'json']
  const service = Bun.spawn([...pinTo(SERVER_CORE), executable, ...flags], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let loggedInAt = 0
  try {
    for await (const line of createInterface({ input: Readable.from(service.stdout) })) {
      if (!line.startsWith('{')) continue
      const { event, address, modules, nodes } = lineOfLog.parse(JSON.parse(line))
      if (event === 'service.started' && address) void logIn(new URL(address))
      if (event === 'login.succeeded') loggedInAt = performance.now()
      if (event === 'model.read') return { ms: performance.now() - loggedInAt, modules, nodes }
    }
  } finally {
    service.kill()
    await service.exited
  }
  throw new Error('the service ended before the model was read')
}
