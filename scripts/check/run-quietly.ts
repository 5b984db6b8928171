/** Runs a program to its end and keeps what it says. */
export async function runQuietly(command: readonly string[], variables = {}) {
  const program = Bun.spawn([...command], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, status] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
    program.exited,
  ])
  return { said: output + errors, status }
}
