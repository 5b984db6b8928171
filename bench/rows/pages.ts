import type { Contestants } from '../contestants.ts'
import { peerNames } from '../contestants.ts'
import { load, type Throughput } from '../measure/load.ts'
import { inRounds } from '../measure/rounds.ts'
import type { Server } from '../measure/server.ts'
import { median, ratios } from '../measure/statistics.ts'
import { logIn } from '../measure/visitor.ts'
import { thousands, withSpread } from '../report/words.ts'
import type { Finding, Pace, Report, Row } from '../row.ts'

const CONNECTIONS = 32
const aims = { Infix: 1.2, Express: 3, Fastify: 2, 'Hono on Node': 2 } as const

export const loginPage: Row = {
  name: 'login-page',
  async measure(contestants, pace) {
    const servers = [await contestants.portico(), ...(await startPeers(contestants))]
    const infix = contestants.infix()
    if (infix) servers.push(infix)
    return await compare('GET /login', servers, { path: '/login', pace })
  },
}

export const sessionPage: Row = {
  name: 'session-page',
  async measure(contestants, pace) {
    const servers = [await contestants.portico(), ...(await startPeers(contestants))]
    return await compare('GET / with a session', servers, { path: '/', pace, loggedIn: true })
  },
}

const startPeers = (contestants: Contestants) => Promise.all(peerNames.map((name) => contestants.peer(name)))

interface Comparison {
  readonly path: string
  readonly pace: Pace
  readonly loggedIn?: boolean
}

async function compare(
  what: string,
  servers: readonly Server[],
  { path, pace, loggedIn = false }: Comparison,
): Promise<Report> {
  const cookies = new Map<string, string>()
  if (loggedIn) for (const { name, url } of servers) cookies.set(name, await logIn(url))
  const figures = await inRounds(servers, pace.rounds, ({ name, url }) => {
    const cookie = cookies.get(name)
    const target = { url: new URL(path, url), ...(cookie && { headers: { cookie } }) }
    return load(target, { connections: CONNECTIONS, seconds: pace.seconds })
  })
  await Promise.all(servers.map((server) => server.stop()))

  const rates = new Map(
    [...figures].map(([name, rounds]) => [name, rounds.map(({ perSecond }) => perSecond)]),
  )
  const lines = servers.map(({ name }) => ({ label: name, value: median(rates.get(name) ?? []) }))
  return {
    findings: servers.map(({ name }) => findingOf(what, name, { rates, figures })),
    plots: [{ title: `${what}, requests a second on one core`, unit: '', lines }],
  }
}

type Rates = ReadonlyMap<string, readonly number[]>
type Figures = ReadonlyMap<string, readonly Throughput[]>

function findingOf(
  what: string,
  name: string,
  { rates, figures }: { rates: Rates; figures: Figures },
): Finding {
  const own = figures.get(name) ?? []
  const said = `${thousands(median(rates.get(name) ?? []))}/s, p99 ${median(own.map(({ p99Ms }) => p99Ms)).toFixed(2)} ms`
  if (name === 'Portico') return { what, against: 'Portico itself', aim: '–', measured: said }
  const ratio = ratios(rates.get('Portico') ?? [], rates.get(name) ?? [])
  const aim = aimFor(name)
  return {
    what,
    against: `${name}: ${said}`,
    aim: `≥ ${aim} ×`,
    measured: `${withSpread(ratio)} ×`,
    isMet: ratio.median >= aim,
  }
}

function aimFor(name: string): number {
  const [, aim] = Object.entries(aims).find(([known]) => known === name) ?? []
  return aim ?? Number.NaN
}
