import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { startDemoDevice } from '../../src/demo/demo-device.ts'
import { freePort } from '../../test/support/free-port.ts'
import { until } from '../../test/support/until.ts'

/** A service whose runtime counts how often each block of its code runs. */
export interface CountedService extends AsyncDisposable {
  readonly url: string
  /** How often each block of code of a file has run so far, by the file's path below the project's folder. */
  readonly runs: () => Promise<Map<string, readonly number[]>>
}

/** Starts `portico serve` under the runtime's inspector, which can count blocks only from the first line on. */
export async function startCountedService(folder: string): Promise<CountedService> {
  const inspectorUrl = `ws://127.0.0.1:${freePort()}/files-crossed`
  // In this process, so that what the device executes is not counted.
  const device = await startDemoDevice()
  const command = [process.execPath, `--inspect-wait=${inspectorUrl}`, 'src/main.ts', 'serve']
  const flags = ['--restconf', device.url, '--listen', '127.0.0.1:0', '--log-format', 'json']
  const program = Bun.spawn([...command, ...flags], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  const inspector = new Inspector(await until(() => openSocket(inspectorUrl), 'the inspector listens'))
  for (const step of ['Inspector.enable', 'Runtime.enable', 'Debugger.enable']) await inspector.ask(step)
  await inspector.ask('Runtime.enableControlFlowProfiler')
  await inspector.ask('Inspector.initialized')

  return {
    url: await addressSaidBy(program.stdout),
    runs: () => inspector.countRuns(`${folder}/`),
    async [Symbol.asyncDispose]() {
      program.kill('SIGKILL')
      await program.exited
      await device.stop()
    },
  }
}

/** Reads on to the end: a full pipe would delay the service. */
function addressSaidBy(output: ReadableStream<Uint8Array>): Promise<string> {
  const said = Promise.withResolvers<string>()
  const lines = createInterface({ input: Readable.from(output) })
  lines.on('line', (line) => {
    const [, address] = /"address":"([^"]+)"/.exec(line) ?? []
    if (address) said.resolve(address)
  })
  lines.on('close', () => said.reject(new Error('the service ended before it said its address')))
  return said.promise
}

const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
})
const parsedScript = z.object({ scriptId: z.string(), url: z.string() })
const counted = z.object({ basicBlocks: z.array(z.object({ executionCount: z.number() })) })

/** The runtime's inspector, asked one thing after another. */
class Inspector {
  readonly #socket: WebSocket
  readonly #scripts: z.infer<typeof parsedScript>[] = []
  readonly #awaited = new Map<number, (result: unknown) => void>()
  #lastId = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#take(message.parse(JSON.parse(String(data))))
  }

  ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#lastId
    this.#socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve) => this.#awaited.set(id, resolve))
  }

  async countRuns(folder: string): Promise<Map<string, readonly number[]>> {
    const runs = new Map<string, readonly number[]>()
    for (const { scriptId, url } of this.#scripts.filter((script) =>
      script.url.startsWith(`${folder}src/`),
    )) {
      const { basicBlocks } = counted.parse(await this.ask('Runtime.getBasicBlocks', { sourceID: scriptId }))
      runs.set(
        url.slice(folder.length),
        basicBlocks.map(({ executionCount }) => executionCount),
      )
    }
    return runs
  }

  #take({ id, method, params, result }: z.infer<typeof message>): void {
    if (method === 'Debugger.scriptParsed') this.#scripts.push(parsedScript.parse(params))
    if (id !== undefined) this.#awaited.get(id)?.(result)
  }
}

/** Opens the connection, or finds nothing there yet: the runtime takes a moment until it listens. */
function openSocket(url: string): Promise<WebSocket | undefined> {
  const socket = new WebSocket(url)
  return new Promise((resolve) => {
    socket.onopen = () => resolve(socket)
    socket.onerror = () => resolve(undefined)
  })
}
