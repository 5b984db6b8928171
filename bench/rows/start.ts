import { type Contestants, peerNames } from '../contestants.ts'
import { inRounds } from '../measure/rounds.ts'
import { median, ratios } from '../measure/statistics.ts'
import { withSpread } from '../report/words.ts'
import type { Report, Row } from '../row.ts'

const STARTS = 20
const AIM = 5

/** From starting the program to the last byte of its first login page. */
export const start: Row = {
  name: 'start',
  async measure(contestants, { share }): Promise<Report> {
    const all = [{ name: 'Portico' } as const, ...peerNames.map((name) => ({ name }))]
    const times = await inRounds(all, Math.max(3, STARTS * share), ({ name }) => startOnce(contestants, name))
    const timesOf = (name: string) => times.get(name) ?? []
    const ours = `${median(timesOf('Portico')).toFixed(0)} ms`
    return {
      findings: peerNames.map((name) => {
        const ratio = ratios(timesOf(name), timesOf('Portico'))
        return {
          what: 'start to first answer, the executable',
          against: `${name}: ${median(timesOf(name)).toFixed(0)} ms`,
          aim: `≥ ${AIM} × faster`,
          measured: `${ours}, ${withSpread(ratio)} ×`,
          isMet: ratio.median >= AIM,
        }
      }),
      plots: [
        {
          title: 'Start to first answer',
          unit: 'ms',
          lines: all.map(({ name }) => ({ label: name, value: median(timesOf(name)) })),
        },
      ],
    }
  },
}

async function startOnce(
  contestants: Contestants,
  name: 'Portico' | (typeof peerNames)[number],
): Promise<number> {
  const startedAt = performance.now()
  const server = name === 'Portico' ? await contestants.portico() : await contestants.peer(name)
  await (await fetch(new URL('/login', server.url))).bytes()
  const ms = performance.now() - startedAt
  await server.stop()
  return ms
}
