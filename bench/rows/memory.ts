import { join } from 'node:path'
import { bytesInMemory } from '../../tools/acceptance/session-bytes.ts'
import { type Contestants, peerNames } from '../contestants.ts'
import { residentBytes } from '../measure/memory.ts'
import { inRounds } from '../measure/rounds.ts'
import { type Server, startServer } from '../measure/server.ts'
import { median } from '../measure/statistics.ts'
import { megabytes } from '../report/words.ts'
import type { Report, Row } from '../row.ts'

const SESSIONS = 50_000
/** 1.2 KiB of what the collector keeps. */
const MAX_BYTES = 1229
const SETTLE_MS = 1_000

interface Weight {
  readonly idle: number
  readonly bytesEach: number
}

/** What a service that does nothing holds of the memory, and what each session adds. */
export const memory: Row = {
  name: 'memory',
  async measure(contestants, { rounds, share }): Promise<Report> {
    const sessions = SESSIONS * share
    const all = [{ name: 'Portico' } as const, ...peerNames.map((name) => ({ name }))]
    const figures = await inRounds(all, Math.min(rounds, 3), ({ name }) => weigh(contestants, name, sessions))
    const weightOf = (name: string, part: keyof Weight) =>
      median((figures.get(name) ?? []).map((weight) => weight[part]))

    const peers = (part: keyof Weight, words: (value: number) => string) =>
      peerNames.map((name) => `${name} ${words(weightOf(name, part))}`).join(', ')
    const idle = weightOf('Portico', 'idle')
    const each = weightOf('Portico', 'bytesEach')
    const bytes = (value: number) => `${Math.round(value)} B`
    const { live } = await bytesInMemory(sessions)
    const many = sessions.toLocaleString('en')
    return {
      findings: [
        {
          what: 'memory, idle',
          against: peers('idle', megabytes),
          aim: 'below every peer',
          measured: megabytes(idle),
          isMet: idle < Math.min(...peerNames.map((name) => weightOf(name, 'idle'))),
        },
        {
          what: `memory of a live session, at ${many}`,
          against: 'what the collector keeps',
          aim: `≤ ${MAX_BYTES} B`,
          measured: bytes(live),
          isMet: live <= MAX_BYTES,
        },
        {
          what: `growth of the process a session, at ${many}`,
          against: peers('bytesEach', bytes),
          aim: '–',
          measured: bytes(each),
        },
      ],
      plots: [
        {
          title: 'Memory of an idle service',
          unit: 'MiB',
          lines: all.map(({ name }) => ({ label: name, value: weightOf(name, 'idle') / 2 ** 20 })),
        },
        {
          title: 'Growth of the process for one session among 50 000',
          unit: 'B',
          lines: all.map(({ name }) => ({ label: name, value: weightOf(name, 'bytesEach') })),
        },
      ],
    }
  },
}

type Name = 'Portico' | (typeof peerNames)[number]

async function weigh(contestants: Contestants, name: Name, sessions: number): Promise<Weight> {
  const idle = await weighOnce(
    name === 'Portico' ? () => contestants.portico() : () => contestants.peer(name, { BENCH_SESSIONS: '0' }),
  )
  const none = await weighOnce(() => startWith(contestants, name, 0))
  const many = await weighOnce(() => startWith(contestants, name, sessions))
  return { idle, bytesEach: (many - none) / sessions }
}

function startWith(contestants: Contestants, name: Name, sessions: number): Promise<Server> {
  const env = { BENCH_SESSIONS: String(sessions) }
  if (name !== 'Portico') return contestants.peer(name, env)
  const file = join(import.meta.dir, '../contestants/portico-filled.ts')
  return startServer({ name, command: [process.execPath, file], env })
}

/** After its first answer, and the moment that it takes to come to rest. */
async function weighOnce(start: () => Promise<Server>): Promise<number> {
  const server = await start()
  await (await fetch(new URL('/login', server.url))).bytes()
  await Bun.sleep(SETTLE_MS)
  const bytes = residentBytes(server.pid)
  await server.stop()
  return bytes
}
