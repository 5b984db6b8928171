import {
  ask,
  CLIENTS,
  type RedisProcess,
  SENTINELS,
  SERVERS,
  type SentinelUnderTest,
} from '../../test/support/redis.ts'
import type { FaultName } from './report.ts'

export interface Roles {
  readonly master: RedisProcess
  readonly replica: RedisProcess
}

export interface Fault {
  readonly name: FaultName
  /** How long the fault may last. The sentinels act after two seconds. */
  readonly ms: readonly [min: number, max: number]
  begin(roles: Roles): Promise<void>
  end(roles: Roles): Promise<void>
}

const SHORT = [300, 4_000] as const
/** Long enough for the sentinels to promote another master while this one still runs. */
const LONG = [3_000, 8_000] as const

/** All faults; the first one leads to two masters. */
export function faultsOf(redis: SentinelUnderTest): readonly Fault[] {
  /** The replica connects to the master, so cutting the master's relay separates them. */
  const cut = (name: FaultName, ms: Fault['ms'], callers: readonly string[]): Fault => ({
    name,
    ms,
    begin: async ({ master }) => redis.relayTo(master).cut(callers),
    end: async ({ master }) => redis.relayTo(master).mend(),
  })
  return [
    cut('master cut off from replica and sentinels', LONG, [SERVERS, SENTINELS]),
    cut('master cut off from everybody', LONG, [SERVERS, SENTINELS, CLIENTS]),
    cut('master cut off from replica', SHORT, [SERVERS]),
    cut('master cut off from the services', SHORT, [CLIENTS]),
    kill('master killed', 'master'),
    pause('master paused', 'master'),
    kill('replica killed', 'replica'),
    pause('replica paused', 'replica'),
    failOver(redis),
  ]
}

function kill(name: FaultName, role: keyof Roles): Fault {
  return {
    name,
    ms: SHORT,
    begin: ({ [role]: server }) => server.kill(),
    end: ({ [role]: server }) => server.restart(),
  }
}

function pause(name: FaultName, role: keyof Roles): Fault {
  return {
    name,
    ms: SHORT,
    begin: async ({ [role]: server }) => server.pause(),
    end: async ({ [role]: server }) => server.resume(),
  }
}

function failOver({ sentinels: [sentinel] }: SentinelUnderTest): Fault {
  return {
    name: 'failed over by hand',
    ms: SHORT,
    async begin() {
      if (sentinel) await ask(sentinel, 'sentinel', 'failover', 'mymaster')
    },
    async end() {},
  }
}
