import { type Log, silentLog } from '../../log.ts'
import {
  type ExpiredRecord,
  KEPT_BEYOND_MS,
  type RecordUse,
  type SessionRecord,
  type SessionStore,
  StoreFull,
  StoreUnavailable,
} from '../session-store.ts'
import { packRecord, unpackRecord } from './packed-record.ts'
import { DEADLINE_MS, type RedisClient } from './redis-client.ts'
import { openRedisLink } from './redis-link.ts'
import { confirmReplicated, replicaMemory } from './redis-replicas.ts'
import { DELETE, INSERT, SWEEP, TOUCH } from './redis-scripts.ts'
import { parseRedisUrl } from './redis-url.ts'

export interface RedisStoreOptions {
  readonly now?: () => number
  readonly sweepEveryMs?: number
  readonly log?: Log
}

/** Sessions in a Redis or Valkey, which several instances can share. One that is not there yet is met later. */
export async function openRedisStore(
  url: string,
  { now = Date.now, sweepEveryMs = 10_000, log = silentLog }: RedisStoreOptions = {},
): Promise<SessionStore> {
  const place = parseRedisUrl(url)
  const { prefix } = place
  const expiries = `${prefix}expiries`
  const recordOf = (key: string) => `${prefix}record:${key}`
  const listeners: (() => void)[] = []
  const expiryListeners: ((record: ExpiredRecord) => void)[] = []

  const memory = replicaMemory()

  // Waiting for a replica holds up all that follows on a connection: what need not wait has another.
  const quick = openRedisLink({
    place,
    log: log.with({ connection: 'quick' }),
    becameUsable: () => void warnOfClock(),
  })
  const lasting = openRedisLink({
    place,
    log: log.with({ connection: 'lasting' }),
    becameUsable() {
      for (const listener of listeners) listener()
    },
    // That there is none is known before somebody wants to sign in; that there is one, only the scripts can tell.
    saw: (replicas) => replicas === 0 && memory.note(0, lasting.meeting),
  })
  await Promise.race([Promise.all([quick.usable, lasting.usable]), Bun.sleep(DEADLINE_MS)])
  const sweeper = setInterval(sweep, sweepEveryMs).unref()

  function run(client: RedisClient, ...[script, ...args]: ScriptCall): Promise<unknown> {
    return client.eval(script, 1, expiries, prefix, ...args)
  }

  /** Redis goes by its own clock, so it is given a span, and one with room for ours to be the judge. */
  function lifetimeOf(expiresAt: number): number {
    return Math.ceil(Math.max(0, expiresAt - now()) + BACKSTOP_MS)
  }

  /** Without a new idle limit the record keeps its own. */
  function touching(key: string, { lastSeenAt, endsAt }: RecordUse, idleMs: number | '' = ''): ScriptCall {
    return [TOUCH, key, now(), lastSeenAt, endsAt, idleMs, KEPT_BEYOND_MS, BACKSTOP_MS]
  }

  function liveRecord(key: string, packed: Buffer | null): SessionRecord | undefined {
    if (!packed) return undefined
    const record = unpackRecord(key, packed)
    if (!record) log.warn('session.tampered', { reason: 'unreadable' })
    return record && record.expiresAt > now() ? record : undefined
  }

  /** Instances judge by their own clocks: one that is wrong refuses sessions of the others. */
  async function warnOfClock(): Promise<void> {
    try {
      const [seconds = 0] = await quick.use((client) => client.time())
      const aheadMs = now() - 1_000 * seconds
      if (Math.abs(aheadMs) > TOLERABLE_MS) log.warn('store.clock-differs', { aheadMs })
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  async function sweep(): Promise<void> {
    try {
      while ((await sweepSome()) === SWEEP_BATCH);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  async function sweepSome(): Promise<number> {
    const reply = await quick.use((client) => run(client, SWEEP, now(), SWEEP_BATCH))
    if (!Array.isArray(reply)) return 0
    const [due, ...gone] = reply
    for (const [key, id, address] of gone)
      for (const listener of expiryListeners) listener({ key, id, address })
    return Number(due)
  }

  let isWarned = false
  function warnOnce(): void {
    if (!isWarned) log.warn('store.replicas-unknown', { remedy: 'allow the redis user +info and +wait' })
    isWarned = true
  }

  /** What the script answers behind its report of replication, once a replica has it too. */
  async function runLasting(...[script, ...args]: ScriptCall): Promise<readonly unknown[] | null> {
    const reply = await lasting.use((client) => run(client, script, ...args))
    if (reply === 0) return withoutReplica()
    if (!Array.isArray(reply)) return null
    const [replicas, history, ...answers] = reply
    if (replicas === -1) warnOnce()
    await lasting.use(async (client) => {
      memory.judge(replicas, lasting.meeting)
      await confirmReplicated(client, prefix, { replicas, history })
    })
    return answers
  }

  function withoutReplica(): never {
    memory.note(0, lasting.meeting)
    throw new StoreUnavailable('redis has lost its replica, which may be the master by now')
  }

  return {
    async insert(record, { perOwner, total }) {
      const { key, owner, expiresAt, createdAt } = record
      const args = [key, owner, now(), expiresAt, lifetimeOf(expiresAt), createdAt, perOwner, total]
      const expectsReplica = memory.expects(lasting.meeting) ? 1 : 0
      const evicted = await runLasting(INSERT, ...args, packRecord(record), expectsReplica)
      if (!evicted) throw new StoreFull(`all ${total} sessions are taken`)
      return evicted.map(String)
    },
    find: async (key) => liveRecord(key, await quick.use((client) => client.getBuffer(recordOf(key)))),
    async touch(key, use) {
      const reply = await quick.use((client) => run(client, ...touching(key, use)))
      return Array.isArray(reply) && reply.at(-1) === 1
    },
    setIdleLimit: async (key, idleMs, use) => (await runLasting(...touching(key, use, idleMs)))?.[0] === 1,
    delete: async (key) => (await runLasting(DELETE, key))?.[0] === 1,
    async listOwner(owner) {
      const keys = await quick.use((client) => client.zrange(`${prefix}owner:${owner}`, '0', '-1'))
      if (keys.length === 0) return []
      const packed = await quick.use((client) => client.mgetBuffer(keys.map(recordOf)))
      return keys
        .map((key, place) => liveRecord(key, packed[place] ?? null))
        .filter((record) => record !== undefined)
    },
    count: () => quick.use((client) => client.zcount(expiries, `(${now()}`, '+inf')),
    async ping() {
      await Promise.all([quick, lasting].map((link) => link.use((client) => client.exists(expiries))))
    },
    onReconnect(listener) {
      listeners.push(listener)
    },
    onExpired(listener) {
      expiryListeners.push(listener)
    },
    async close() {
      clearInterval(sweeper)
      quick.close()
      lasting.close()
    },
  }
}

type ScriptCall = [script: string, ...args: (string | number | Buffer)[]]

/** More than a day: a clock of Redis that jumps by one ends nobody's session. */
const BACKSTOP_MS = 25 * 3_600_000
const TOLERABLE_MS = 60_000
const SWEEP_BATCH = 100
