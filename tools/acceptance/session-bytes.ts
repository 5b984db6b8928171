import { heapStats } from 'bun:jsc'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Credentials } from '../../src/device/credentials.ts'
import { silentLog } from '../../src/log.ts'
import { CsrfTokens, ServerSecret } from '../../src/session/server-secret.ts'
import type { SessionStore } from '../../src/session/session-store.ts'
import { Sessions } from '../../src/session/sessions.ts'
import { openStore } from '../../src/session/stores/open-store.ts'
import { ask, startRedis } from '../../test/support/redis.ts'

export const ids = ['R11', 'S8']
export const requirement =
  'a live session costs at most 1.2 KiB of memory at 50 000; ten thousand at most 64 MiB'

const SESSIONS = 50_000
const MAX_BYTES = 1_229
const MAX_GROWTH_MIB = 64

/** Each session is another user's, which is the dearest way to have so many. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const memory = await bytesInMemory()
  const sqlite = await bytesInSqlite()
  const redis = await bytesInRedis()
  const growth = (memory.resident * 10_000) / 2 ** 20
  const figures = [
    `bytes a session at ${SESSIONS} sessions of as many users: memory ${memory.live} (at most ${MAX_BYTES})`,
    `${memory.resident} of resident growth, garbage of the logins included`,
    `sqlite ${sqlite} on disk, redis ${redis}`,
    `10 000 in memory: ${growth.toFixed(1)} MiB resident (at most ${MAX_GROWTH_MIB})`,
  ]
  return { ok: memory.live <= MAX_BYTES && growth <= MAX_GROWTH_MIB, figures: figures.join('; ') }
}

/** What the collector keeps, and what the process has grown by: that includes room that garbage left behind. */
export async function bytesInMemory(sessions = SESSIONS): Promise<{ live: number; resident: number }> {
  const store = await openStore('memory:')
  await fill(store, 1_000)
  const before = memoryNow()
  await fill(store, sessions)
  const after = memoryNow()
  await store.close()
  return {
    live: Math.round((after.live - before.live) / sessions),
    resident: Math.round((after.resident - before.resident) / sessions),
  }
}

async function bytesInSqlite(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bytes-'))
  const path = join(folder, 'sessions.db')
  const store = await openStore(`sqlite:${path}`)
  await fill(store, SESSIONS)
  await store.close()
  const { size } = statSync(path)
  rmSync(folder, { recursive: true })
  return Math.round(size / SESSIONS)
}

async function bytesInRedis(): Promise<number> {
  const redis = await startRedis()
  const store = await openStore(redis.url)
  const used = async () =>
    Number(/used_memory:(\d+)/.exec(String(await ask(redis.master, 'info', 'memory')))?.[1])
  const before = await used()
  await fill(store, SESSIONS)
  const bytes = (await used()) - before
  await store.close()
  await redis.stop()
  return Math.round(bytes / SESSIONS)
}

async function fill(store: SessionStore, count: number): Promise<void> {
  const secret = ServerSecret.random()
  const limits = { idleMs: 1_800_000, absoluteMs: 43_200_000, perUser: 10, total: 10 * SESSIONS }
  const csrf = new CsrfTokens(secret, Date.now)
  const sessions = new Sessions({ store, secret, csrf, limits, now: Date.now, log: silentLog })
  const features = { console: true, 'the service': true, wifi: false, containers: true }
  for (let number = 0; number < count; number += 100) {
    const logins = Array.from({ length: 100 }, (_, place) =>
      sessions.open({
        credentials: new Credentials(`user${number + place}`, 'a password of usual length'),
        features,
        address: '2001:db8::1234',
        browser: 'Firefox on Linux',
      }),
    )
    await Promise.all(logins)
  }
}

function memoryNow(): { live: number; resident: number } {
  for (let round = 0; round < 3; round++) Bun.gc(true)
  return { live: heapStats().heapSize, resident: process.memoryUsage.rss() }
}

if (import.meta.main) console.log(await measure())
