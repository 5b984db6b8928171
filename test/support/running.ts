import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

/** A program that a test has started. */
export interface Running {
  /** Resolves to the rest of the first line of output that starts so. */
  saying(start: string): Promise<string>
  /** Everything said so far. */
  said(): string
  signal(name: NodeJS.Signals): void
  /** Asks it to end, and resolves to its exit code. */
  stop(): Promise<number>
}

/** Starts a program that says something when it is ready. Nothing of the test's own environment reaches it. */
export function start(command: readonly string[], options: { cwd?: string; env?: object } = {}): Running {
  const program = Bun.spawn([...command], {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { PATH: process.env.PATH, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const awaited = new Map<string, (rest: string) => void>()
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    for await (const line of createInterface({ input: Readable.from(stream) })) {
      lines.push(line)
      for (const [start, found] of awaited) if (line.startsWith(start)) found(line.slice(start.length))
    }
  }
  const heard = Promise.all([listen(program.stdout), listen(program.stderr)])

  return {
    said: () => lines.join('\n'),
    saying: (start) =>
      new Promise((resolve, reject) => {
        const early = lines.find((line) => line.startsWith(start))
        if (early !== undefined) return resolve(early.slice(start.length))
        awaited.set(start, resolve)
        const explain = () => new Error(`${command[0]} ended without "${start}":\n${lines.join('\n')}`)
        void heard.then(() => reject(explain()))
      }),
    signal: (name) => program.kill(name),
    async stop() {
      program.kill()
      await heard
      return await program.exited
    },
  }
}
