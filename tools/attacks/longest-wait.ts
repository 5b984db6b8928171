import { keepConnection } from '../measure/kept-connection.ts'

/** How long the slowest of somebody else's requests took while this went on, in milliseconds. */
async function longestWait(port: number, attack: () => Promise<unknown>): Promise<number> {
  const other = await keepConnection(port)
  let isOver = false
  let longest = 0
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await other.ask('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      longest = Math.max(longest, performance.now() - startedAt)
      await Bun.sleep(1)
    }
  })()
  await Bun.sleep(50)
  longest = 0
  await attack()
  isOver = true
  await asking
  other.close()
  return longest
}

/** The smallest of several longest waits: what else this machine does makes single ones longer. */
export async function smallestLongestWait(
  port: number,
  attack: () => Promise<unknown>,
  times = 3,
): Promise<number> {
  const waits: number[] = []
  for (let time = 0; time < times; time++) waits.push(await longestWait(port, attack))
  return Math.min(...waits)
}
