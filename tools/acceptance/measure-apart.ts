import { resolve } from 'node:path'
import { endsWithUs } from '../../test/support/ends-with-us.ts'

/** What came of one measurement. */
export interface Measured {
  readonly ok: boolean
  readonly figures: string
}

/**
 * Runs the measurement of a file in a process of its own: when it throws, the services and the device that it has not
 * stopped yet end with that process, and the next measurement has the machine to itself.
 */
export async function measureApart(file: string): Promise<Measured> {
  const program = Bun.spawn(endsWithUs([process.execPath, import.meta.path, file]), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await new Response(program.stdout).text()
  const status = await program.exited
  return read(printed) ?? { ok: false, figures: `ended with status ${status} and no figures` }
}

/** The last line: a measurement may print what it likes before. */
function read(printed: string): Measured | undefined {
  try {
    return JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    return undefined
  }
}

async function measureHere(file: string): Promise<Measured> {
  try {
    const { measure } = await import(resolve(file))
    return await measure()
  } catch (error) {
    return { ok: false, figures: String(error) }
  }
}

if (import.meta.main) {
  console.log(JSON.stringify(await measureHere(process.argv[2] ?? '')))
  process.exit()
}
