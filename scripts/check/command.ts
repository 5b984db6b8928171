import type { Outcome } from './outcome.ts'
import { runQuietly } from './run-quietly.ts'

/** Runs a tool that has either nothing to complain of or says what. It counts as one test. */
export async function runCommand(name: string, command: readonly string[]): Promise<Outcome> {
  const { said, status } = await runQuietly(command)
  if (status === 0) return { passed: 1, failures: [] }
  console.log(said)
  return { passed: 0, failures: [name] }
}
