import { Credentials } from '../../src/device/credentials.ts'
import { silentLog } from '../../src/log.ts'
import { CsrfTokens, ServerSecret } from '../../src/session/server-secret.ts'
import { Sessions } from '../../src/session/sessions.ts'
import { openStore } from '../../src/session/stores/open-store.ts'

export const ids = ['R11']
export const requirement = 'memory stays flat over 1 000 000 logins and logouts'

const LOGINS = 1_000_000
const AT_A_TIME = 100
const LOOK_EVERY = 10_000
const MAX_GROWTH = 1.05

/** Logins and logouts of the session layer, without the device and HTTP, which would make hours of it. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const secret = ServerSecret.random()
  const limits = { idleMs: 1_800_000, absoluteMs: 43_200_000, perUser: 1_000, total: 10_000 }
  const store = await openStore('memory:')
  const csrf = new CsrfTokens(secret, Date.now)
  const sessions = new Sessions({ store, secret, csrf, limits, now: Date.now, log: silentLog })
  const resident: number[] = []

  async function comeAndGo(number: number): Promise<void> {
    const credentials = new Credentials(`user${number % 5_000}`, 'a password of usual length')
    const { token } = await sessions.open({
      credentials,
      features: { console: true },
      address: '',
      browser: '',
    })
    const session = await sessions.find(token)
    if (session) await sessions.close(session, 'logout')
  }
  for (let number = 0; number < LOGINS; number += AT_A_TIME) {
    await Promise.all(Array.from({ length: AT_A_TIME }, (_, place) => comeAndGo(number + place)))
    if (number % LOOK_EVERY === 0) resident.push(process.memoryUsage.rss())
  }
  await sessions.stop()

  const quarter = resident.length / 4
  const second = median(resident.slice(quarter, 2 * quarter))
  const last = median(resident.slice(3 * quarter))
  const figures =
    `${LOGINS} logins and logouts: second quarter ${inMiB(second)} MiB, last quarter ${inMiB(last)} MiB, ` +
    `ratio ${(last / second).toFixed(3)} (at most ${MAX_GROWTH})`
  return { ok: last <= MAX_GROWTH * second, figures }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

const inMiB = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

if (import.meta.main) console.log(await measure())
