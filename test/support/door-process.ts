import { resolve } from 'node:path'
import { type DemoDevice, startDemoDevice } from '../../src/demo/demo-device.ts'
import { freePort } from './free-port.ts'
import { onLeash } from './leash.ts'

/** `portico serve` as a process of its own, in front of a demo device in this one. `await using` stops both. */
export interface DoorProcess extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly device: DemoDevice
  kill(signal: NodeJS.Signals): void
  /** Resolves to the exit code; to none when a signal ended it. */
  readonly exited: Promise<number | undefined>
  /** Standard output, when nothing else was made of it. */
  readonly output: ReadableStream<Uint8Array>
  signIn(): Promise<Response>
  stop(): Promise<void>
}

interface Setup {
  readonly flags?: readonly string[]
  /** What a shell does with standard output, such as `>/dev/full`. */
  readonly redirect?: string
  readonly env?: Readonly<Record<string, string>>
  readonly scheme?: 'http' | 'https'
}

export async function startDoorProcess({
  flags = [],
  redirect = '',
  env = {},
  scheme = 'http',
}: Setup = {}): Promise<DoorProcess> {
  const device = await startDemoDevice()
  const port = freePort()
  const command = [process.execPath, resolve('src/main.ts'), 'serve', '--restconf', device.url]
  const listen = ['--listen', `127.0.0.1:${port}`, '--login-attempts', 'off']
  const program = Bun.spawn(
    onLeash(['/bin/sh', '-c', `exec "$@" ${redirect}`, 'sh', ...command, ...listen, ...flags]),
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0', ...env },
    },
  )
  const url = `${scheme}://127.0.0.1:${port}`
  await untilHealthy(url)

  const stop = async () => {
    program.kill('SIGKILL')
    await Promise.all([program.exited, device.stop()])
  }

  return {
    url,
    port,
    pid: program.pid,
    device,
    kill: (signal) => program.kill(signal),
    exited: program.exited.then(() => program.exitCode ?? undefined),
    output: program.stdout,
    signIn: () =>
      fetch(`${url}/login`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ username: 'admin', password: 'admin' }),
      }),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function untilHealthy(url: string): Promise<void> {
  while (!(await isHealthy(url))) await Bun.sleep(10)
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { tls: { rejectUnauthorized: false } })).status === 204
  } catch {
    return false
  }
}
