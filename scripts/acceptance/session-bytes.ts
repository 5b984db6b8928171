import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Credentials } from '../../src/device/credentials.ts'
import { silentLog } from '../../src/log.ts'
import { CsrfTokens } from '../../src/session/csrf-tokens.ts'
import { ServerSecret } from '../../src/session/server-secret.ts'
import type { SessionStore } from '../../src/session/session-store.ts'
import { Sessions } from '../../src/session/sessions.ts'
import { openStore } from '../../src/session/stores/open-store.ts'
import { ask, startRedis } from '../../test/support/redis.ts'

export const ids = ['R11', 'S8']
export const requirement = 'a live session costs at most 1 KiB of memory; ten thousand at most 64 MiB'

const SESSIONS = 100_000
const MOST_BYTES = 1_024

/** Each session is another user's, which is the dearest way to have so many. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const memory = await bytesInMemory()
  const sqlite = await bytesInSqlite()
  const redis = await bytesInRedis()
  const figures =
    `bytes a session at ${SESSIONS} sessions: memory ${memory} (at most ${MOST_BYTES}), ` +
    `sqlite ${sqlite} on disk, redis ${redis}; 10 000 in memory: ${((memory * 10_000) / 2 ** 20).toFixed(1)} MiB (at most 64)`
  return { ok: memory <= MOST_BYTES, figures }
}

async function bytesInMemory(): Promise<number> {
  const store = await openStore('memory:')
  // The first fill also pays for the garbage of so many logins, which the second finds room in.
  await fill(store, SESSIONS)
  const before = residentBytes()
  await fill(store, SESSIONS)
  const bytes = residentBytes() - before
  await store.close()
  return Math.round(bytes / SESSIONS)
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

function residentBytes(): number {
  for (let round = 0; round < 3; round++) Bun.gc(true)
  return process.memoryUsage.rss()
}

if (import.meta.main) console.log(await measure())
