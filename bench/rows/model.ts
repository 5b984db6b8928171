import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { startTestDevice, type TestDeviceOptions } from '../../test/support/device/test-device.ts'
import { infixModules, SHARED_MODELS } from '../../test/support/infix-modules.ts'
import { pinTo, SERVER_CORE } from '../measure/cores.ts'
import { largeModules } from '../measure/large-model.ts'
import { median } from '../measure/statistics.ts'
import { logIn } from '../measure/visitor.ts'
import type { Finding, Row } from '../row.ts'
import { MAX_WAIT_MS, measureCompiling } from './compile.ts'

const ROUNDS = 3

/** What compiling takes, what others notice of it, and how long after a login the device's model stands. */
export const model: Row = {
  name: 'model',
  async measure({ executable }, { share }) {
    const rounds = Math.max(1, Math.round(ROUNDS * share))
    return {
      findings: [
        ...measureCompiling(executable, rounds),
        await measureWait(executable, rounds),
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

/** The longest that another request waits while a large model, whose texts lie in a folder, is read and compiled. */
async function measureWait(executable: string, rounds: number): Promise<Finding> {
  const device = await startTestDevice()
  device.datastore.library = { features: [], form: 'yang-library', modules: largeModules }
  const folder = mkdtempSync(join(tmpdir(), 'portico-models-'))
  for (const { name, text } of largeModules) writeFileSync(join(folder, `${name}.yang`), text)
  const waits: number[] = []
  let said = ''
  for (let round = 0; round < rounds; round++) {
    const { longestWaitMs, nodes } = await loadOnce(executable, device.url, ['--models', folder])
    waits.push(longestWaitMs)
    said = `${nodes} nodes`
  }
  await device.stop()
  rmSync(folder, { recursive: true })
  const longest = median(waits)
  return {
    what: `longest wait for a page while ${said} are compiled`,
    against: '',
    aim: `≤ ${MAX_WAIT_MS} ms`,
    measured: `${longest.toFixed(1)} ms`,
    isMet: longest <= MAX_WAIT_MS,
  }
}

const lineOfLog = z.object({
  event: z.string(),
  address: z.string().optional(),
  modules: z.number().optional(),
  nodes: z.number().optional(),
})

async function loadOnce(executable: string, device: string, more: readonly string[] = []) {
  const flags = ['--restconf', device, '--listen', '127.0.0.1:0', '--log-format', 'json', ...more]
  const service = Bun.spawn([...pinTo(SERVER_CORE), executable, ...flags], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const other = new OtherVisitor()
  let loggedInAt = 0
  try {
    for await (const line of createInterface({ input: Readable.from(service.stdout) })) {
      if (!line.startsWith('{')) continue
      const { event, address, modules, nodes } = lineOfLog.parse(JSON.parse(line))
      if (event === 'service.started' && address) {
        other.page = new URL('/login', address)
        await fetch(other.page)
        void logIn(new URL(address))
      }
      if (event === 'login.succeeded') {
        loggedInAt = performance.now()
        other.start()
      }
      if (event === 'model.read')
        return { ms: performance.now() - loggedInAt, modules, nodes, longestWaitMs: await other.stop() }
    }
  } finally {
    service.kill()
    await service.exited
  }
  throw new Error('the service ended before the model was read')
}

/** Asks for a page again and again, and notes how long it waited. */
class OtherVisitor {
  page = new URL('http://localhost')
  #isOver = false
  #longestMs = 0
  #visits: Promise<void> | undefined

  start(): void {
    this.#visits = this.#visit()
  }

  async stop(): Promise<number> {
    this.#isOver = true
    await this.#visits
    return this.#longestMs
  }

  async #visit(): Promise<void> {
    while (!this.#isOver) {
      const askedAt = performance.now()
      await (await fetch(this.page)).bytes()
      this.#longestMs = Math.max(this.#longestMs, performance.now() - askedAt)
      await Bun.sleep(1)
    }
  }
}
