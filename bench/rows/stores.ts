import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from '../measure/load.ts'
import { type Redis, startRedis } from '../measure/redis.ts'
import { inRounds } from '../measure/rounds.ts'
import { median, ratios } from '../measure/statistics.ts'
import { logIn } from '../measure/visitor.ts'
import { thousands, withSpread } from '../report/words.ts'
import type { Finding, Row } from '../row.ts'

const aims = [
  { name: 'sqlite', aim: 0.6 },
  { name: 'redis', aim: 0.4 },
]

/** What a page costs when its session is looked up outside of memory. */
export const stores: Row = {
  name: 'stores',
  async measure({ portico }, { rounds, seconds }) {
    const folder = mkdtempSync(join(tmpdir(), 'portico-bench-stores-'))
    const secret = join(folder, 'secret')
    writeFileSync(secret, randomBytes(32).toString('base64'), { mode: 0o600 })
    const redis = await startRedis()
    const start = async (name: string, store: string) => {
      const server = await portico(['--session-store', store, '--session-secret-file', secret])
      return { ...server, name, cookie: await logIn(server.url) }
    }
    const servers = [
      await start('memory', 'memory:'),
      await start('sqlite', `sqlite:${join(folder, 'sessions.db')}`),
    ]
    if (redis) servers.push(await start('redis', redis.url))

    const figures = await inRounds(servers, rounds, ({ url, cookie }) =>
      load({ url, headers: { cookie } }, { connections: 32, seconds }),
    )
    await Promise.all(servers.map((server) => server.stop()))
    await redis?.stop()
    rmSync(folder, { recursive: true })

    const ratesOf = (name: string) => (figures.get(name) ?? []).map(({ perSecond }) => perSecond)
    return {
      findings: aims.map(({ name, aim }) => findingOf(name, aim, { ratesOf, redis })),
      plots: [
        {
          title: 'GET / by session store, requests a second',
          unit: '',
          lines: servers.map(({ name }) => ({ label: name, value: median(ratesOf(name)) })),
        },
      ],
    }
  },
}

interface Rates {
  readonly ratesOf: (name: string) => readonly number[]
  readonly redis: Redis | undefined
}

function findingOf(name: string, aim: number, { ratesOf, redis }: Rates): Finding {
  const what = `GET / with the ${name} store`
  const against = `memory: ${thousands(median(ratesOf('memory')))}/s`
  if (name === 'redis' && !redis)
    return { what, against, aim: `≥ ${aim} ×`, measured: 'redis-server is not installed' }
  const ratio = ratios(ratesOf(name), ratesOf('memory'))
  const measured = `${thousands(median(ratesOf(name)))}/s, ${withSpread(ratio)} ×`
  return { what, against, aim: `≥ ${aim} ×`, measured, isMet: ratio.median >= aim }
}
