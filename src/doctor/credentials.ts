import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { Credentials } from '../device/credentials.ts'

/**
 * From the variables PORTICO_USERNAME and PORTICO_PASSWORD, else from the person at the terminal, else none. The hint says
 * what leaving the name empty means.
 */
export async function askCredentials(
  env: NodeJS.ProcessEnv,
  hint: string,
): Promise<Credentials | undefined | 'interrupted'> {
  const { PORTICO_USERNAME: username, PORTICO_PASSWORD: password } = env
  if (username && password) return new Credentials(username, password)
  return process.stdin.isTTY ? await askAtTerminal(username, hint) : undefined
}

async function askAtTerminal(
  known: string | undefined,
  hint: string,
): Promise<Credentials | undefined | 'interrupted'> {
  const screen = new QuietScreen()
  // On standard error, so that what --json prints can be piped.
  const terminal = createInterface({ input: process.stdin, output: screen, terminal: true })
  const lines = terminal[Symbol.asyncIterator]()
  /** The next line; none after Ctrl-C or Ctrl-D. */
  const nextLine = async (): Promise<string | undefined> => (await lines.next()).value
  // A person may type ahead before the second question appears.
  terminal.once('line', () => {
    screen.isQuiet = true
  })

  try {
    const username = known ?? (await askName(terminal, hint, nextLine))
    if (username === '') return undefined
    if (username === undefined) {
      process.stderr.write('\n')
      return 'interrupted'
    }
    screen.isQuiet = true
    process.stderr.write(`Password of ${username}: `)
    const password = await nextLine()
    process.stderr.write('\n')
    return password === undefined ? 'interrupted' : new Credentials(username, password)
  } finally {
    terminal.close()
  }
}

function askName(terminal: Interface, hint: string, nextLine: () => Promise<string | undefined>) {
  terminal.setPrompt(`User name at the device (empty: ${hint}): `)
  terminal.prompt()
  return nextLine()
}

/** Shows what is written to it, until it is told to be quiet: a password is not shown while it is typed. */
class QuietScreen extends Writable {
  isQuiet = false

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    if (!this.isQuiet) process.stderr.write(chunk)
    done()
  }
}
