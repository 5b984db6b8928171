import { ask, eventually, type RedisProcess, type startSentinel } from '../../test/support/redis.ts'
import type { Counted, Notes } from './report.ts'

type Topology = Awaited<ReturnType<typeof startSentinel>>

interface Roles {
  readonly master: RedisProcess
  readonly replica: RedisProcess
}

interface Fault {
  readonly name: Counted
  begin(): Promise<void>
  end(): Promise<void>
}

/** Breaks one thing after another, each as soon as the one before is mended: what is promised survives one at a time. */
export class Chaos {
  readonly #redis: Topology
  readonly #notes: Notes
  readonly #say: (line: string) => void

  constructor(redis: Topology, { notes, say }: { notes: Notes; say: (line: string) => void }) {
    this.#redis = redis
    this.#notes = notes
    this.#say = say
  }

  async runUntil(isOver: () => boolean): Promise<void> {
    const start = Date.now()
    while (!isOver()) {
      await Bun.sleep(between(300, 1_500))
      const fault = await this.#anyFault()
      this.#say(`${((Date.now() - start) / 1_000).toFixed(1).padStart(7)} s  ${fault.name}`)
      this.#notes.count(fault.name)
      await fault.begin()
      await Bun.sleep(between(300, 4_000))
      await fault.end()
      await this.heal()
    }
  }

  /** Resolves when one master has one replica that follows it. */
  async heal(): Promise<Roles> {
    let roles: Roles | undefined
    await eventually(async () => {
      roles = await this.#roles()
      return roles !== undefined
    }, 90_000)
    return roles ?? this.heal()
  }

  /** What the servers say of themselves, and the sentinels of them. */
  async describe(): Promise<string> {
    const { servers, sentinels } = this.#redis
    const roles = servers.map(async (server) => [server.port, await ask(server, 'role')])
    const views = sentinels.map(async (sentinel) => [
      sentinel.port,
      await ask(sentinel, 'sentinel', 'get-master-addr-by-name', 'mymaster'),
    ])
    return JSON.stringify(await Promise.all([...roles, ...views]))
  }

  async #roles(): Promise<Roles | undefined> {
    for (const master of this.#redis.servers) {
      const info = String(await ask(master, 'info', 'replication'))
      const replica = this.#redis.servers.find((server) => server !== master)
      if (info.includes('role:master') && info.includes('state=online') && replica) return { master, replica }
    }
    return undefined
  }

  async #anyFault(): Promise<Fault> {
    const { master, replica } = await this.heal()
    const faults: readonly Fault[] = [
      kill('master killed', master),
      pause('master paused', master),
      kill('replica killed', replica),
      pause('replica paused', replica),
      this.#failOver(),
    ]
    return faults[Math.floor(Math.random() * faults.length)] ?? this.#failOver()
  }

  #failOver(): Fault {
    const [sentinel] = this.#redis.sentinels
    return {
      name: 'failed over by hand',
      async begin() {
        if (sentinel) await ask(sentinel, 'sentinel', 'failover', 'mymaster')
      },
      async end() {},
    }
  }
}

function kill(name: Counted, server: RedisProcess): Fault {
  return { name, begin: () => server.kill(), end: () => server.restart() }
}

function pause(name: Counted, server: RedisProcess): Fault {
  return { name, begin: async () => server.pause(), end: async () => server.resume() }
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least)
}
