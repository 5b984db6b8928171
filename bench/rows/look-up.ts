import { type FilledSessions, fillSessions } from '../filled-sessions.ts'
import { inRounds } from '../measure/rounds.ts'
import { median, ratios } from '../measure/statistics.ts'
import { withSpread } from '../report/words.ts'
import type { Finding, Report, Row } from '../row.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const MOST_TOKENS = 100_000
/** So many are asked for in a round, and in use at once: seals are kept open for as many, and for few more. */
const AT_ONCE = 1_000
const LOOK_UPS = 20_000
const AIM = 1.2

type Filled = FilledSessions & { readonly name: string }
type Times = Awaited<ReturnType<typeof inRounds<Filled, number>>>

/**
 * What finding a session costs, by how many there are: hashing, looking, and opening the seal. Each size is held
 * against the smallest in the same state, for a seal that is kept open makes more of a difference than any number.
 */
export const lookUp: Row = {
  name: 'look-up',
  async measure(_, { rounds, share }): Promise<Report> {
    const filled: Filled[] = []
    for (const size of SIZES) {
      const count = Math.max(AT_ONCE, size * share)
      filled.push({ name: count.toLocaleString('en'), ...(await fillSessions(count, MOST_TOKENS)) })
    }
    const atRest = await inRounds(filled, rounds * 3, findAtRest)
    const inUse = await inRounds(filled, rounds * 3, findInUse)
    const names = filled.map(({ name }) => name)
    return {
      findings: [...findings('at rest', names, atRest), ...findings('in use', names, inUse)],
      plots: [plot('at rest', names, atRest), plot('in use', names, inUse)],
    }
  },
}

/** Sessions that nobody has asked for in a while: the seal has to be opened. */
async function findAtRest({ openSessions, tokens }: Filled): Promise<number> {
  Bun.gc(true)
  let microseconds = 0
  for (let asked = 0; asked < LOOK_UPS; asked += AT_ONCE) {
    const sessions = openSessions()
    microseconds += await timeToFind(sessions, some(tokens))
    await sessions.stop()
  }
  return microseconds / LOOK_UPS
}

/** Sessions whose seals were opened lately. */
async function findInUse({ openSessions, tokens }: Filled): Promise<number> {
  const [sessions, used] = [openSessions(), some(tokens)]
  await timeToFind(sessions, used)
  Bun.gc(true)
  let microseconds = 0
  for (let asked = 0; asked < LOOK_UPS; asked += AT_ONCE) microseconds += await timeToFind(sessions, used)
  await sessions.stop()
  return microseconds / LOOK_UPS
}

async function timeToFind(sessions: ReturnType<FilledSessions['openSessions']>, tokens: readonly string[]) {
  // Copies, because a cookie comes with its request and not from the depth of memory.
  const cookies = tokens.map((token) => Buffer.from(token).toString('latin1'))
  const startedAt = performance.now()
  for (const cookie of cookies) await sessions.find(cookie)
  return (performance.now() - startedAt) * 1000
}

/** Different ones, by chance, as people come: at an even distance they would share few places of the caches. */
function some(tokens: readonly string[]): readonly string[] {
  const chosen = new Set<string>()
  while (chosen.size < AT_ONCE) chosen.add(tokens[Math.floor(Math.random() * tokens.length)] ?? '')
  return [...chosen]
}

function findings(state: string, names: readonly string[], times: Times): Finding[] {
  const [few = '', ...more] = names
  const timesOf = (name: string) => times.get(name) ?? []
  return more.map((name) => {
    const ratio = ratios(timesOf(name), timesOf(few))
    return {
      what: `look-up of a session ${state}, among ${name}`,
      against: `among ${few}: ${median(timesOf(few)).toFixed(1)} µs`,
      aim: `≤ ${AIM} ×`,
      measured: `${median(timesOf(name)).toFixed(1)} µs, ${withSpread(ratio)} ×`,
      isMet: ratio.median <= AIM,
    }
  })
}

function plot(state: string, names: readonly string[], times: Times) {
  return {
    title: `Look-up of a session ${state}, microseconds by number of sessions`,
    unit: 'µs',
    lines: names.map((name) => ({ label: name, value: median(times.get(name) ?? []) })),
  }
}
