import { memoryCounters } from '../../src/login/counters/memory.ts'
import { LoginThrottle } from '../../src/login/throttle.ts'
import { ServerSecret } from '../../src/session/server-secret.ts'

/** A process with nothing but the throttle in it, to see what guessers cost: prints `{ before, after, fresh }`. */
const GUESSERS = 100_000
const WARM_UP = 20_000

const secret = ServerSecret.random()
const throttle = new LoginThrottle({
  counters: memoryCounters(Date.now),
  limit: { count: 10, windowMs: 60_000 },
  hash: (text) => secret.hashes('throttle', text)[0],
})
const patience = new AbortController().signal

async function guess(address: string, username: string): Promise<void> {
  const admission = await throttle.admit({ address, username }, patience)
  if (admission.kind === 'admitted') await admission.settle('rejected')
}

function residentMiB(): number {
  Bun.gc(true)
  return process.memoryUsage.rss() / 2 ** 20
}

const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

for (let index = 0; index < WARM_UP; index++) await guess(addressOf(index % 10), 'victim')
const before = residentMiB()
for (let index = 0; index < GUESSERS; index++) await guess(addressOf(index), `victim ${index}`)
const after = residentMiB()
const fresh = await throttle.admit({ address: '203.0.113.1', username: 'admin' }, patience)
console.log(JSON.stringify({ before, after, fresh: fresh.kind }))
