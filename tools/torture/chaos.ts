import { ask, type RedisProcess, type SentinelUnderTest } from '../../test/support/redis.ts'
import { until } from '../../test/support/until.ts'
import { type Fault, faultsOf, type Roles } from './faults.ts'
import type { Notes } from './report.ts'

/** Causes one fault after another, each after the one before has healed: single faults are what the promises cover. */
export class Chaos {
  readonly #redis: SentinelUnderTest
  readonly #notes: Notes
  readonly #say: (line: string) => void

  constructor(redis: SentinelUnderTest, { notes, say }: { notes: Notes; say: (line: string) => void }) {
    this.#redis = redis
    this.#notes = notes
    this.#say = say
  }

  async runUntil(isOver: () => boolean): Promise<void> {
    for (const fault of inTurns(faultsOf(this.#redis))) {
      if (isOver()) return
      await Bun.sleep(between(300, 1_500))
      const roles = await this.heal()
      this.#say(`${this.#notes.clock().padStart(9)}  ${fault.name}`)
      this.#notes.count(fault.name)
      this.#notes.faultBegins()
      await fault.begin(roles)
      await Bun.sleep(between(...fault.ms))
      await fault.end(roles)
      await this.heal()
      this.#notes.faultIsHealed()
    }
  }

  /** Resolves when all agree on one master, and one replica follows it. */
  async heal(): Promise<Roles> {
    let roles: Roles | undefined
    const isHealed = async () => {
      roles = await this.#roles()
      return roles !== undefined
    }
    await until(isHealed, 'all servers follow one master', 90_000).catch(async (cause) => {
      throw new Error(`the servers did not find together again:\n${await this.describe()}`, { cause })
    })
    return roles ?? this.heal()
  }

  /** What the servers say of themselves, and the sentinels of them. */
  async describe(): Promise<string> {
    const { servers, sentinels } = this.#redis
    const roles = servers.map(async (server) => [server.port, await ask(server, 'role')])
    const views = sentinels.map(async (sentinel) => [sentinel.port, await askForMaster(sentinel)])
    return JSON.stringify(await Promise.all([...roles, ...views]))
  }

  async #roles(): Promise<Roles | undefined> {
    const { servers, sentinels } = this.#redis
    const chosen = new Set(await Promise.all(sentinels.map(askForMaster)))
    const master = servers.find((server) => chosen.has(this.#redis.relayTo(server).port))
    const replica = servers.find((server) => server !== master)
    if (chosen.size > 1 || !master || !replica) return undefined
    const [above, below] = await Promise.all([master, replica].map(replicationOf))
    const isWhole = above?.includes('state=online') && below?.includes('master_link_status:up')
    return isWhole ? { master, replica } : undefined
  }
}

async function replicationOf(server: RedisProcess): Promise<string> {
  return String(await ask(server, 'info', 'replication'))
}

/** Its port, as this sentinel sees it. */
async function askForMaster(sentinel: RedisProcess): Promise<number | undefined> {
  const address = await ask(sentinel, 'sentinel', 'get-master-addr-by-name', 'mymaster')
  return Array.isArray(address) ? Number(address[1]) : undefined
}

/** Every fault once, the first one first, then all of them again and again, in any order. */
function* inTurns(faults: readonly Fault[]): Generator<Fault> {
  const [first, ...others] = faults
  if (first) yield first
  yield* shuffled(others)
  for (;;) yield* shuffled(faults)
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least)
}
