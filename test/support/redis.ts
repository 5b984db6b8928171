import { rmSync } from 'node:fs'
import {
  ask,
  type HomeSetup,
  installed,
  newHome,
  type RedisHome,
  type RedisProcess,
  startSentinelProcess,
  startServer,
} from './redis-process.ts'
import { type Relay, startRelay } from './relay.ts'
import { until } from './until.ts'

export interface RedisUnderTest {
  /** What to give to `--session-store`. */
  readonly url: string
  readonly servers: readonly RedisProcess[]
  stop(): Promise<void>
}

export interface RedisSetup extends HomeSetup {
  readonly replicas?: number
}

export interface SentinelSetup extends HomeSetup {
  readonly relays?: boolean
}

/** One master, with replicas if asked for. The url leads to the master. */
export async function startRedis({
  replicas = 0,
  ...setup
}: RedisSetup = {}): Promise<RedisUnderTest & { readonly master: RedisProcess }> {
  const home = newHome(setup)
  const master = await startServer(home)
  const followers = await startMany(replicas, () => startServer(home, following(master)))
  if (replicas > 0) await until(() => hasReplicas(master, replicas), 'the replicas follow')
  return {
    ...underTest(home, `redis://${userOf(home)}${nodesOf([master])}/0`, [master, ...followers]),
    master,
  }
}

export interface SentinelUnderTest extends RedisUnderTest {
  readonly sentinels: readonly RedisProcess[]
  /** By which all others reach a server, when relays were asked for. */
  relayTo(server: RedisProcess): Relay
}

/** The addresses by which a relay tells its callers apart; clients have any other. */
export const SERVERS = '127.0.0.2'
export const SENTINELS = '127.0.0.3'
export const CLIENTS = '127.0.0.1'

/** A master, a replica and three sentinels that fail over after two seconds. */
export async function startSentinel({
  relays = false,
  ...setup
}: SentinelSetup = {}): Promise<SentinelUnderTest> {
  const home = newHome(setup)
  const laid = new Map<RedisProcess, Relay>()
  const start = async (options: readonly string[] = []) => {
    if (!relays) return startServer(home, options)
    const [server, relay] = await startBehindRelay(home, options)
    laid.set(server, relay)
    return server
  }
  const placeOf = (server: RedisProcess) => laid.get(server) ?? server

  const master = await start()
  const replica = await start(following(placeOf(master)))
  await until(() => hasReplicas(master, 1), 'the replica follows')
  const sentinels = await startMany(3, () =>
    startSentinelProcess(home, placeOf(master).port, relays ? ['--bind-source-addr', SENTINELS] : []),
  )
  await until(() => areInAgreement(sentinels), 'the sentinels agree')
  const url = `redis+sentinel://${userOf(home)}${nodesOf(sentinels)}/mymaster`
  const all = underTest(home, url, [master, replica, ...sentinels])
  return {
    ...all,
    servers: [master, replica],
    sentinels,
    relayTo(server) {
      const relay = laid.get(server)
      if (!relay) throw new TypeError('this server was started without a relay')
      return relay
    },
    async stop() {
      await all.stop()
      for (const relay of laid.values()) relay.close()
    },
  }
}

/** A server that announces the port of a relay as its own. */
async function startBehindRelay(home: RedisHome, options: readonly string[]): Promise<[RedisProcess, Relay]> {
  const relay = await startRelay()
  const announced = ['--replica-announce-ip', '127.0.0.1', '--replica-announce-port', `${relay.port}`]
  const server = await startServer(home, [...options, ...announced, '--bind-source-addr', SERVERS])
  relay.forwardTo(server.port)
  return [server, relay]
}

/** Three masters that share the slots, each with as many replicas as asked for. */
export async function startCluster({ replicas = 0, tls = false } = {}): Promise<RedisUnderTest> {
  const home = newHome({ tls })
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
  if (tls) options.push('--tls-cluster', 'yes')
  const servers = await startMany(3 * (1 + replicas), () => startServer(home, options))
  formCluster(home, servers, replicas)
  const isOk = async (server: RedisProcess) =>
    String(await ask(server, 'cluster', 'info')).includes('cluster_state:ok')
  await until(async () => (await Promise.all(servers.map(isOk))).every(Boolean), 'the cluster is formed')
  return underTest(home, `redis+cluster://${nodesOf(servers.slice(0, 3))}`, servers)
}

function formCluster({ ca }: RedisHome, servers: readonly RedisProcess[], replicas: number): void {
  const nodes = nodesOf(servers).split(',')
  const create = ['--cluster', 'create', ...nodes, '--cluster-replicas', `${replicas}`, '--cluster-yes']
  const trust = ca ? ['--tls', '--cacert', ca] : []
  const { exitCode, stdout } = Bun.spawnSync([installed('redis-cli'), ...trust, ...create])
  if (exitCode !== 0) throw new Error(`the cluster was not made: ${stdout}`)
}

function underTest(home: RedisHome, url: string, servers: readonly RedisProcess[]): RedisUnderTest {
  const { folder, ca, sentinelPassword } = home
  const options = new URLSearchParams({
    ...(ca && { ca }),
    ...(sentinelPassword && { 'sentinel-password': sentinelPassword }),
  })
  return {
    url: `${ca ? url.replace('redis', 'rediss') : url}${options.size > 0 ? `?${options}` : ''}`,
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()))
      rmSync(folder, { recursive: true })
    },
  }
}

function nodesOf(servers: readonly RedisProcess[]): string {
  return servers.map(({ port }) => `127.0.0.1:${port}`).join(',')
}

function following({ port }: { readonly port: number }): string[] {
  return ['--replicaof', `127.0.0.1 ${port}`]
}

function userOf({ acl }: RedisHome): string {
  return acl ? 'portico:geheim%3A1@' : ''
}

/** A replica that has acknowledged something once is done with its first synchronisation. */
async function hasReplicas(master: RedisProcess, replicas: number): Promise<boolean> {
  const info = String(await ask(master, 'info', 'replication'))
  return (info.match(/state=online,offset=[1-9]/g) ?? []).length >= replicas
}

async function areInAgreement(sentinels: readonly RedisProcess[]): Promise<boolean> {
  const infos = await Promise.all(sentinels.map((sentinel) => ask(sentinel, 'info', 'sentinel')))
  return infos.every((info) => String(info).includes('slaves=1,sentinels=3'))
}

async function startMany<T>(count: number, start: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, start))
}

export { ask, type RedisProcess } from './redis-process.ts'
