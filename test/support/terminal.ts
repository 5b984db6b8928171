/** A program at a terminal of its own. `await using` closes the terminal. */
export interface AtTerminal extends AsyncDisposable {
  /** Everything that the terminal shows so far. */
  screen(): string
  type(keys: string): Promise<void>
  /** Takes the terminal away, as when its window is closed. */
  close(): void
  /** The program's exit status; only while the terminal is there. */
  readonly exited: Promise<number>
}

export function atTerminal(command: readonly string[]): AtTerminal {
  const line = command.map((word) => `'${word}'`).join(' ')
  const program = Bun.spawn(['script', '-qefc', `exec ${line}`, '/dev/null'], {
    env: { PATH: process.env.PATH, SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let screen = ''
  void (async () => {
    for await (const chunk of program.stdout) screen += Buffer.from(chunk).toString()
  })()
  return {
    screen: () => screen,
    async type(keys) {
      program.stdin.write(keys)
      await program.stdin.flush()
    },
    close: () => program.kill('SIGKILL'),
    exited: program.exited,
    async [Symbol.asyncDispose]() {
      program.kill('SIGKILL')
      await program.exited
    },
  }
}
