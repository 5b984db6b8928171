/** Below the ports that the kernel gives to connections, and to servers that take any. */
const [FIRST, LAST] = [10_000, 22_000]

/** A port that is free, and that stays so until a program takes it: nothing else is given it by chance. */
export function freePort(): number {
  for (let tries = 0; tries < 100; tries++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (isFree(port)) return port
  }
  throw new Error('no port is free')
}

export function isFree(port: number): boolean {
  try {
    void Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}
