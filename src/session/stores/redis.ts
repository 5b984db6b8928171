import { type Log, silentLog } from '../../log.ts'
import { KEPT_BEYOND_MS } from '../session.ts'
import {
  type ExpiredRecord,
  type RecordUse,
  type SessionCaps,
  type SessionRecord,
  type SessionStore,
  StoreFull,
  StoreUnavailable,
} from '../session-store.ts'
import {
  DEADLINE_MS,
  openRedisConnection,
  type RedisClient,
  type RedisConnection,
} from './redis-connection.ts'
import { packRecord, unpackRecord } from './redis-record.ts'
import { DELETE, INSERT, SWEEP, TOUCH } from './redis-scripts.ts'
import { parseRedisUrl } from './redis-url.ts'

export interface RedisStoreOptions {
  readonly now?: () => number
  readonly sweepEveryMs?: number
  readonly log?: Log
}

/** Sessions in a Redis or Valkey, which several instances can share. A server that is down now is connected to later. */
export async function openRedisStore(
  url: string,
  { now = Date.now, sweepEveryMs = 10_000, log = silentLog }: RedisStoreOptions = {},
): Promise<SessionStore> {
  const address = parseRedisUrl(url)
  const listeners: (() => void)[] = []
  const becameUsable = () => {
    for (const listener of listeners) listener()
  }
  const connection = openRedisConnection({ address, log, becameUsable })
  const store = new RedisStore({ connection, prefix: address.prefix, now, log, sweepEveryMs, listeners })
  store.onReconnect(() => void store.warnOfClock())
  await Promise.race([connection.usable, Bun.sleep(DEADLINE_MS)])
  return store
}

/** More than a day: sessions outlive a jump of Redis' clock by a day. */
const BACKSTOP_MS = 25 * 3_600_000
const MAX_CLOCK_DIFFERENCE_MS = 60_000
const SWEEP_BATCH = 100

interface RedisStoreParts {
  readonly connection: RedisConnection
  readonly prefix: string
  readonly now: () => number
  readonly log: Log
  readonly sweepEveryMs: number
  /** Called when the connection becomes usable. */
  readonly listeners: (() => void)[]
}

class RedisStore implements SessionStore {
  readonly #parts: RedisStoreParts
  readonly #sweeper: NodeJS.Timeout
  readonly #expiryListeners: ((record: ExpiredRecord) => void)[] = []

  constructor(parts: RedisStoreParts) {
    this.#parts = parts
    this.#sweeper = setInterval(() => this.#sweep(), parts.sweepEveryMs).unref()
  }

  async insert(record: SessionRecord, { perOwner, total }: SessionCaps): Promise<readonly string[]> {
    const { key, owner, expiresAt, createdAt } = record
    const now = this.#parts.now()
    // Redis goes by its own clock, so it is given a span, with room for ours to be the judge.
    const ttl = Math.ceil(Math.max(0, expiresAt - now) + BACKSTOP_MS)
    const args = [key, owner, now, expiresAt, ttl, createdAt, perOwner, total]
    const evicted = await this.#run(INSERT, ...args, packRecord(record))
    if (!Array.isArray(evicted)) throw new StoreFull(`all ${total} sessions are taken`)
    return evicted.map(String)
  }

  async find(key: string): Promise<SessionRecord | undefined> {
    return this.#live(key, await this.#use((client) => client.getBuffer(this.#recordOf(key))))
  }

  async touch(key: string, use: RecordUse): Promise<boolean> {
    return this.#retime(key, '', use)
  }

  async setIdleLimit(key: string, idleMs: number, use: RecordUse): Promise<boolean> {
    return this.#retime(key, idleMs, use)
  }

  async delete(key: string): Promise<boolean> {
    return (await this.#run(DELETE, key)) === 1
  }

  async listOwner(owner: string): Promise<readonly SessionRecord[]> {
    const { prefix } = this.#parts
    const keys = await this.#use((client) => client.zrange(`${prefix}owner:${owner}`, '0', '-1'))
    if (keys.length === 0) return []
    const packed = await this.#use((client) => client.mgetBuffer(keys.map((key) => this.#recordOf(key))))
    return keys.map((key, at) => this.#live(key, packed[at] ?? null)).filter((record) => record !== undefined)
  }

  count(): Promise<number> {
    return this.#use((client) => client.zcount(this.#expiries, `(${this.#parts.now()}`, '+inf'))
  }

  async ping(): Promise<void> {
    await this.#use((client) => client.exists(this.#expiries))
  }

  onReconnect(listener: () => void): void {
    this.#parts.listeners.push(listener)
  }

  onExpired(listener: (record: ExpiredRecord) => void): void {
    this.#expiryListeners.push(listener)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    this.#parts.connection.close()
  }

  /** Instances go by their own clocks: one with a wrong clock refuses sessions of the others. */
  async warnOfClock(): Promise<void> {
    await ifAvailable(async () => {
      const [seconds = 0] = await this.#use((client) => client.time())
      const aheadMs = this.#parts.now() - 1_000 * seconds
      if (Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS)
        this.#parts.log.warn('store.clock-differs', { aheadMs })
    })
  }

  get #expiries(): string {
    return `${this.#parts.prefix}expiries`
  }

  #recordOf(key: string): string {
    return `${this.#parts.prefix}record:${key}`
  }

  #use<T>(work: (client: RedisClient) => Promise<T>): Promise<T> {
    return this.#parts.connection.use(work)
  }

  #run(script: string, ...args: readonly (string | number | Buffer)[]): Promise<unknown> {
    return this.#use((client) => client.eval(script, 1, this.#expiries, this.#parts.prefix, ...args))
  }

  #live(key: string, packed: Buffer | null): SessionRecord | undefined {
    if (!packed) return undefined
    const record = unpackRecord(key, packed)
    if (!record) this.#parts.log.warn('session.tampered', { reason: 'unreadable' })
    return record && record.expiresAt > this.#parts.now() ? record : undefined
  }

  /** With an empty idle limit the record keeps its own. */
  async #retime(key: string, idleMs: number | '', { lastSeenAt, endsAt }: RecordUse): Promise<boolean> {
    const times = [this.#parts.now(), lastSeenAt, endsAt, idleMs, KEPT_BEYOND_MS, BACKSTOP_MS]
    return (await this.#run(TOUCH, key, ...times)) === 1
  }

  async #sweep(): Promise<void> {
    await ifAvailable(async () => {
      while ((await this.#sweepSome()) === SWEEP_BATCH);
    })
  }

  async #sweepSome(): Promise<number> {
    const reply = await this.#run(SWEEP, this.#parts.now(), SWEEP_BATCH)
    const [due, ...gone] = Array.isArray(reply) ? reply : [0]
    for (const [key, id, address] of gone)
      for (const listener of this.#expiryListeners) listener({ key, id, address })
    return Number(due)
  }
}

/** Does work that can as well be done another time. */
async function ifAvailable(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}
