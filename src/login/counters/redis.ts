import type { Clock } from '../../session/session.ts'
import {
  type Attempt,
  type Counters,
  GRUDGE_MS,
  LATE_MS,
  MAX_WAIT_MS,
  type Outcome,
  type Start,
  WELCOME_MS,
} from './counters.ts'
import { SETTLE, START } from './redis-scripts.ts'

/** The connection: it runs the work or throws at once, and never waits for a reconnection. */
export interface RedisConnection {
  use<T>(work: (client: RedisCommands) => Promise<T>): Promise<T>
}

/** The command that counting takes; every client of ioredis has it. */
export interface RedisCommands {
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>
}

/** Counts in a Redis, for all instances together. The prefix keeps our keys apart from others in the same Redis. */
export function redisCounters(connection: RedisConnection, prefix: string, now: Clock): Counters {
  return {
    async start({ sources, name, pair }: Attempt): Promise<Start> {
      const counts = [...sources, name]
      const keys = [...counts.map(({ key }) => `${prefix}guesses:${key}`), `${prefix}welcome:${pair}`]
      const run = (script: string, asked: readonly object[], ...rest: readonly (string | number)[]) =>
        connection.use((client) =>
          client.eval(script, keys.length, ...keys, now(), JSON.stringify(asked), ...rest),
        )

      const answer = await run(START, counts, LATE_MS, GRUDGE_MS)
      const [kind, ...numbers] = Array.isArray(answer) ? answer : []
      if (kind === 'crowded') return { kind }
      if (kind === 'throttled') return { kind, waitMs: Number(numbers[0]) }
      if (kind !== 'started')
        throw new TypeError('Redis did not answer what the script of the counters returns')
      const [failures = 0, nameExcess = 0, welcomes = 0, ...slots] = numbers.map(Number)
      const taken = counts.map((count, index) => ({
        ...count,
        windowEndsAt: slots[2 * index],
        strikes: slots[2 * index + 1],
      }))
      return {
        kind,
        failures,
        nameExcess,
        isWelcome: welcomes === 1,
        async settle(outcome: Outcome) {
          await run(SETTLE, taken, outcome, LATE_MS, GRUDGE_MS, WELCOME_MS, MAX_WAIT_MS)
        },
      }
    },
  }
}
