import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from '../measure/load.ts'
import { startRedis } from '../measure/redis.ts'
import { inRounds } from '../measure/rounds.ts'
import { median, ratios } from '../measure/statistics.ts'
import { signIn } from '../measure/visitor.ts'
import { thousands, withSpread } from '../report/words.ts'
import type { Finding, Report, Row } from '../row.ts'

/** All cores for all: the workers, the store and whoever asks them. */
const CORES = `0-${availableParallelism() - 1}`
const WORKERS = Math.max(2, availableParallelism())

/** What several processes on one port answer in all. */
export const workers: Row = {
  name: 'workers',
  async measure({ portico }, { rounds, seconds }): Promise<Report> {
    const redis = await startRedis()
    const what = `GET / with --workers ${WORKERS}, in all`
    const nothing: Finding = { what, against: '–', aim: '–', measured: 'redis-server is not installed' }
    if (!redis) return { findings: [nothing], plots: [] }

    const folder = mkdtempSync(join(tmpdir(), 'portico-bench-workers-'))
    const secret = join(folder, 'secret')
    writeFileSync(secret, randomBytes(32).toString('base64'), { mode: 0o600 })
    const servers = []
    for (const count of [1, WORKERS]) {
      const flags = [
        '--workers',
        String(count),
        '--session-store',
        redis.url,
        '--session-secret-file',
        secret,
      ]
      const server = await portico(flags, { cores: CORES })
      servers.push({ ...server, name: String(count), cookie: await signIn(server.url) })
    }
    const figures = await inRounds(servers, rounds, async ({ url, cookie }) => {
      const { perSecond } = await load({ url, headers: { cookie } }, { connections: 64, seconds })
      return perSecond
    })
    await Promise.all(servers.map((server) => server.stop()))
    await redis.stop()
    rmSync(folder, { recursive: true })

    const ratesOf = (count: number) => figures.get(String(count)) ?? []
    const measured = `${thousands(median(ratesOf(WORKERS)))}/s, ${withSpread(ratios(ratesOf(WORKERS), ratesOf(1)))} ×`
    const against = `one worker: ${thousands(median(ratesOf(1)))}/s, Redis and the load on the same ${availableParallelism()} cores`
    return { findings: [{ what, against, aim: 'its total', measured }], plots: [] }
  },
}
