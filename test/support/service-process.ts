import { resolve } from 'node:path'
import { startTestDevice, type TestDevice } from './device/test-device.ts'
import { endsWithUs } from './ends-with-us.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** `portico serve` as a process of its own, in front of a demo device in this one. `await using` ends both. */
export interface ServiceProcess extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly device: TestDevice
  /** Standard output, when the shell did nothing else with it. */
  readonly output: ReadableStream<Uint8Array>
  kill(signal: NodeJS.Signals): void
  /** Resolves to the exit code; to none when a signal ended it. */
  readonly exited: Promise<number | undefined>
}

interface Setup {
  readonly flags?: readonly string[]
  /** Another test's device, which stays; otherwise the service has one of its own. */
  readonly device?: TestDevice | undefined
  /** What a shell does with standard output, such as `>/dev/full`. */
  readonly redirect?: string
  readonly env?: Readonly<Record<string, string>>
  readonly scheme?: 'http' | 'https'
}

/** Starts it on a free port, and resolves when it answers there. */
export async function startServiceProcess(setup: Setup = {}): Promise<ServiceProcess> {
  const { flags = [], redirect = '', env = {}, scheme = 'http' } = setup
  const device = setup.device ?? (await startTestDevice())
  const port = freePort()
  const url = `${scheme}://127.0.0.1:${port}`
  const command = [process.execPath, resolve('src/main.ts'), 'serve', '--restconf', device.url]
  const base = ['--listen', `127.0.0.1:${port}`, '--login-attempts', 'off', '--log-format', 'json']
  const shell = ['/bin/sh', '-c', `exec "$@" ${redirect}`, 'sh']
  const program = Bun.spawn(endsWithUs([...shell, ...command, ...base, ...flags]), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0', ...env },
  })
  await until(() => isHealthy(url), `${url} answers`)

  return {
    url,
    port,
    pid: program.pid,
    device,
    output: program.stdout,
    kill: (signal) => program.kill(signal),
    exited: program.exited.then(() => program.exitCode ?? undefined),
    async [Symbol.asyncDispose]() {
      program.kill('SIGKILL')
      await program.exited
      if (!setup.device) await device.stop()
    },
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { tls: { rejectUnauthorized: false } })).status === 204
  } catch {
    return false
  }
}
