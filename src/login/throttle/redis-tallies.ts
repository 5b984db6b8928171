import type { Clock } from '../../session/clock.ts'
import { COUNT_ONE, GIVE_BACK, REJECT, START } from './redis-scripts.ts'
import { GRUDGE_MS, LATE_MS, LONGEST_WAIT_MS, type Start, type Tallies } from './tallies.ts'

/** What is asked of a connection: it runs the work or throws, and keeps nobody waiting for better times. */
export interface RedisConnection {
  use<T>(work: (client: RedisCommands) => Promise<T>): Promise<T>
}

/** The commands that counting takes; every client of ioredis has them. */
export interface RedisCommands {
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>
  get(key: string): Promise<string | null>
  set(key: string, value: string, unit: 'PX', ms: number): Promise<unknown>
  exists(key: string): Promise<number>
}

/** Counts in a Redis, for all instances together. The prefix keeps the keys apart from what else lives there. */
export function redisTallies(connection: RedisConnection, prefix: string, now: Clock): Tallies {
  const bucketOf = (key: string) => `${prefix}guesses:${key}`
  const countOf = (key: string) => `${prefix}counted:${key}`
  const memoryOf = (key: string) => `${prefix}welcome:${key}`
  const run = (script: string, key: string, ...args: number[]) =>
    connection.use((client) => client.eval(script, 1, key, ...args))

  return {
    async start(key, { count, windowMs }) {
      return readStart(await run(START, bucketOf(key), now(), count, windowMs, LATE_MS, GRUDGE_MS))
    },
    async giveBack(key, { windowEndsAt }) {
      await run(GIVE_BACK, bucketOf(key), now(), windowEndsAt)
    },
    async reject(key, { windowEndsAt }, { count, windowMs }) {
      await run(REJECT, bucketOf(key), now(), windowEndsAt, count, windowMs, GRUDGE_MS, LONGEST_WAIT_MS)
    },
    count: async (key) => Number(await connection.use((client) => client.get(countOf(key)))),
    async countOne(key, windowMs) {
      await run(COUNT_ONE, countOf(key), windowMs)
    },
    async remember(key, forMs) {
      await connection.use((client) => client.set(memoryOf(key), '1', 'PX', forMs))
    },
    remembers: async (key) => (await connection.use((client) => client.exists(memoryOf(key)))) === 1,
  }
}

function readStart(answer: unknown): Start {
  const [kind, number] = Array.isArray(answer) ? answer : []
  if (kind === 'started') return { kind, place: { windowEndsAt: Number(number) } }
  if (kind === 'throttled') return { kind, waitMs: Number(number) }
  if (kind === 'crowded') return { kind }
  throw new TypeError('Redis answered the throttle with something else than its script says')
}
