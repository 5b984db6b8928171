import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

/** Milliseconds from starting the executable to its first answer: the median of several starts. */
export async function measureStart(executable: string, starts = 7): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < starts; n++) times.push(await startOnce(executable))
  return times.sort((a, b) => a - b)[Math.floor(starts / 2)] ?? Number.NaN
}

async function startOnce(executable: string): Promise<number> {
  const startedAt = performance.now()
  const service = Bun.spawn(
    [executable, '--restconf', 'http://127.0.0.1:9/restconf', '--listen', '127.0.0.1:0'],
    {
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  try {
    const page = await fetch(new URL('/login', await readAddress(service.stdout)))
    await page.bytes()
    return performance.now() - startedAt
  } finally {
    service.kill()
    await service.exited
  }
}

/** The service logs where it answers. */
async function readAddress(output: ReadableStream<Uint8Array>): Promise<string> {
  for await (const line of createInterface({ input: Readable.from(output) })) {
    const { event, address } = JSON.parse(line)
    if (event === 'service.started') return address
  }
  throw new Error('the executable did not start')
}
