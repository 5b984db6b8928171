import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Credentials } from '../device/credentials.ts'

/** From the variables PORTICO_USERNAME and PORTICO_PASSWORD, else from whoever sits at the terminal, else none. */
export async function askCredentials(env: NodeJS.ProcessEnv): Promise<Credentials | undefined> {
  const { PORTICO_USERNAME: username, PORTICO_PASSWORD: password } = env
  if (username && password) return new Credentials(username, password)
  return process.stdin.isTTY ? await askAtTerminal(username) : undefined
}

async function askAtTerminal(known: string | undefined): Promise<Credentials | undefined> {
  const screen = new QuietScreen()
  // On standard error, so that what --json prints can be piped.
  const terminal = createInterface({ input: process.stdin, output: screen, terminal: true })
  try {
    const username = known ?? (await terminal.question('User name at the device (empty: go on without): '))
    if (!username) return undefined
    const password = terminal.question(`Password of ${username}: `)
    screen.isQuiet = true
    const credentials = new Credentials(username, await password)
    process.stderr.write('\n')
    return credentials
  } finally {
    terminal.close()
  }
}

/** Shows what is written to it, until it is told to be quiet: a password is not shown while it is typed. */
class QuietScreen extends Writable {
  isQuiet = false

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    if (!this.isQuiet) process.stderr.write(chunk)
    done()
  }
}
