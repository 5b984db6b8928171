import { type FilledSessions, fillSessions } from '../filled-sessions.ts'
import { inRounds } from '../measure/rounds.ts'
import { median, ratios } from '../measure/statistics.ts'
import { withSpread } from '../report/words.ts'
import type { Report, Row } from '../row.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const LOOK_UPS = 20_000
const AIM = 1.2

/** What finding a session costs, by how many there are: hashing, looking, and opening the seal. */
export const lookUp: Row = {
  name: 'look-up',
  async measure(_, { rounds, share }): Promise<Report> {
    const filled = []
    for (const size of SIZES) {
      const count = Math.max(1_000, size * share)
      filled.push({ name: count.toLocaleString('en'), ...(await fillSessions(count)) })
    }
    const times = await inRounds(filled, rounds * 3, microsecondsEach)
    await Promise.all(filled.map(({ sessions }) => sessions.stop()))

    const [few = '', ...more] = filled.map(({ name }) => name)
    const timesOf = (name: string) => times.get(name) ?? []
    return {
      findings: more.map((name) => {
        const ratio = ratios(timesOf(name), timesOf(few))
        return {
          what: `session look-up, ${name} sessions`,
          against: `${few} sessions: ${median(timesOf(few)).toFixed(1)} µs`,
          aim: `≤ ${AIM} ×`,
          measured: `${median(timesOf(name)).toFixed(1)} µs, ${withSpread(ratio)} ×`,
          isMet: ratio.median <= AIM,
        }
      }),
      plots: [
        {
          title: 'A session look-up, microseconds by number of sessions',
          unit: 'µs',
          lines: filled.map(({ name }) => ({ label: name, value: median(timesOf(name)) })),
        },
      ],
    }
  },
}

async function microsecondsEach({ sessions, tokens }: FilledSessions): Promise<number> {
  Bun.gc(true)
  const chosen = Array.from(
    { length: LOOK_UPS },
    () => tokens[Math.floor(Math.random() * tokens.length)] ?? '',
  )
  const startedAt = performance.now()
  for (const token of chosen) await sessions.find(token)
  return ((performance.now() - startedAt) * 1000) / LOOK_UPS
}
