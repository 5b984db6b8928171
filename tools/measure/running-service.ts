import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endsWithUs } from '../../test/support/ends-with-us.ts'

/** The service as a process of its own, to be measured from outside. */
export interface RunningService {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Its resident memory, in MiB. */
  residentMib(): number
  stop(): Promise<void>
}

/** Starts it in front of the device and waits until it listens. Its log goes to a file, as a journal would take it. */
export function startService(device: string, ...flags: string[]): Promise<RunningService> {
  return startServiceIn({ checkout: '.', device, flags })
}

interface Start {
  readonly checkout: string
  readonly device: string
  readonly flags?: readonly string[]
  /** A file to load into the process before the service. */
  readonly preload?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The service of another checkout. */
export async function startServiceIn({
  checkout,
  device,
  flags = [],
  preload,
  env,
}: Start): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-measure-'))
  const log = join(folder, 'log')
  const args = ['serve', '--restconf', device, '--listen', '127.0.0.1:0', '--log-format', 'json', ...flags]
  const runtime = [process.execPath, ...(preload ? ['--preload', preload] : [])]
  const program = Bun.spawn(endsWithUs([...runtime, 'src/main.ts', ...args]), {
    cwd: checkout,
    env: { ...process.env, ...env },
    stdio: ['ignore', Bun.file(log), 'inherit'],
  })
  const url = await addressIn(log)
  return {
    url,
    port: Number(new URL(url).port),
    pid: program.pid,
    residentMib: () => Number(/VmRSS:\s+(\d+)/.exec(textOf(`/proc/${program.pid}/status`))?.[1]) / 1024,
    async stop() {
      program.kill()
      await program.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function addressIn(log: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const [, address] = /"address":"(http[^"]+)"[^\n]*"event":"service.started"/.exec(textOf(log)) ?? []
    if (address !== undefined) return address.replace(/\/$/, '')
    await Bun.sleep(50)
  }
  throw new Error(`the service did not start:\n${textOf(log)}`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
