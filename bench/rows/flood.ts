import { load, type Target } from '../measure/load.ts'
import { median, ratios } from '../measure/statistics.ts'
import { logIn } from '../measure/visitor.ts'
import { thousands, withSpread } from '../report/words.ts'
import type { Report, Row } from '../row.ts'

const AIM = 3
const ATTACKER = '203.0.113.9'
const ATTACKING_CONNECTIONS = 512

/** What other users notice while a throttled address sends logins as fast as it can. */
export const flood: Row = {
  name: 'flood',
  async measure({ portico }, { rounds, seconds }): Promise<Report> {
    const server = await portico()
    const page = { url: server.url, headers: { cookie: await logIn(server.url) } }
    const attack = {
      url: new URL('/login', server.url),
      headers: { 'x-forwarded-for': ATTACKER, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=admin&password=wrong',
    }
    await useUpAttempts(attack)

    const calm: number[] = []
    const flooded: number[] = []
    const guesses: number[] = []
    for (let round = 0; round < rounds; round++) {
      calm.push((await load(page, { connections: 2, seconds })).p99Ms)
      const attacking = load(attack, { connections: ATTACKING_CONNECTIONS, seconds: seconds + 2 })
      await Bun.sleep(1_000)
      flooded.push((await load(page, { connections: 2, seconds })).p99Ms)
      guesses.push((await attacking).perSecond)
    }
    await server.stop()

    const ratio = ratios(flooded, calm)
    return {
      findings: [
        {
          what: `GET / during a flood of throttled logins, ${thousands(median(guesses))} a second`,
          against: `no flood: p99 ${median(calm).toFixed(2)} ms`,
          aim: `p99 ≤ ${AIM} ×`,
          measured: `${median(flooded).toFixed(2)} ms, ${withSpread(ratio)} ×`,
          isMet: ratio.median <= AIM,
        },
      ],
      plots: [],
    }
  },
}

/** Until the address has to wait. */
async function useUpAttempts({ url, headers, body }: Target): Promise<void> {
  const guess = () => fetch(url, { method: 'POST', headers: { ...headers }, body: body ?? null })
  const answers = await Promise.all(Array.from({ length: 20 }, guess))
  if (!answers.some(({ status }) => status === 429)) throw new Error('twenty guesses were not too many')
}
