import { resolve } from 'node:path'

const main = resolve('src/main.ts')

export interface Ran {
  readonly status: number
  readonly output: string
  readonly complaint: string
}

interface Where {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a line of bash that may call `portico`, and resolves to what it wrote. Nothing of the test's own environment reaches it. */
export async function portico(line: string, { cwd = process.cwd(), env = {} }: Where = {}): Promise<Ran> {
  const program = Bun.spawn(['bash', '-c', `portico() { '${process.execPath}' '${main}' "$@"; }; ${line}`], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, complaint] = await Promise.all([readAll(program.stdout), readAll(program.stderr)])
  return { status: await program.exited, output, complaint }
}

const readAll = (stream: ReadableStream) => new Response(stream).text()
