import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { Credentials } from '../device/credentials.ts'

/** From the variables PORTICO_USERNAME and PORTICO_PASSWORD, else from the person at the terminal, else none. */
export async function askCredentials(
  env: NodeJS.ProcessEnv,
): Promise<Credentials | undefined | 'interrupted'> {
  const { PORTICO_USERNAME: username, PORTICO_PASSWORD: password } = env
  if (username && password) return new Credentials(username, password)
  return process.stdin.isTTY ? await askAtTerminal(username) : undefined
}

async function askAtTerminal(known: string | undefined): Promise<Credentials | undefined | 'interrupted'> {
  const screen = new QuietScreen()
  // On standard error, so that what --json prints can be piped.
  const terminal = createInterface({ input: process.stdin, output: screen, terminal: true })
  try {
    const username = known ?? (await ask(terminal, 'User name at the device (empty: go on without): '))
    if (username === undefined) return 'interrupted'
    if (username === '') return undefined
    const asked = ask(terminal, `Password of ${username}: `)
    screen.isQuiet = true
    const password = await asked
    return password === undefined ? 'interrupted' : new Credentials(username, password)
  } finally {
    if (screen.isQuiet) process.stderr.write('\n')
    terminal.close()
  }
}

/** The line that was typed; none after Ctrl-C or Ctrl-D. */
function ask(terminal: Interface, question: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(undefined))
    terminal.question(question, resolve)
  })
}

/** Shows what is written to it, until it is told to be quiet: a password is not shown while it is typed. */
class QuietScreen extends Writable {
  isQuiet = false

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    if (!this.isQuiet) process.stderr.write(chunk)
    done()
  }
}
