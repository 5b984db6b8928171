import Redis, { Cluster } from 'ioredis'
import type { Log } from '../../log.ts'
import { StoreUnavailable } from '../session-store.ts'
import type { RedisAddress } from './redis-url.ts'

export type RedisClient = Redis | Cluster

/** A connection to the master, wherever it is at the moment. */
export interface RedisConnection {
  /** Resolves when it can be used for the first time. */
  readonly usable: Promise<void>
  /** Runs the work now, or throws {@link StoreUnavailable} now. Nothing waits for the connection to come back. */
  use<T>(work: (client: RedisClient) => Promise<T>): Promise<T>
  close(): void
}

export interface RedisConnectionParts {
  readonly address: RedisAddress
  readonly log: Log
  /** Called each time the connection becomes usable: the first time, and after every loss. */
  readonly becameUsable: () => void
}

/** A reply that takes longer than this counts as none. */
export const DEADLINE_MS = 1_500
const CHECK_EVERY_MS = 1_000

export function openRedisConnection({ address, log, becameUsable }: RedisConnectionParts): RedisConnection {
  const client = connect(address)
  const usable = Promise.withResolvers<void>()
  let isUsable = false
  let wasUsable = false
  let trouble = 'not connected yet'
  client.on('error', (error: Error) => lose(error.message))
  client.on('close', () => isUsable && lose('the connection was closed'))
  client.on('ready', check)
  const checking = setInterval(check, CHECK_EVERY_MS).unref()
  // The start waits this long for the connection: a wrong address is logged before the first login.
  const firstTime = setTimeout(
    () => wasUsable || log.warn('store.lost', { reason: trouble }),
    DEADLINE_MS,
  ).unref()

  /** Detects a hung or demoted master even when there are no requests. */
  async function check(): Promise<void> {
    // ioredis gives up for good when a sentinel announces another master while it is reconnecting.
    if (client.status === 'end') client.connect().catch(() => {})
    if (client.status !== 'ready') return
    try {
      await refuseReplica(client, address)
      if (!isUsable) win()
    } catch (error) {
      lose(messageOf(error))
      if (!(client instanceof Cluster)) client.disconnect(true)
    }
  }

  function win(): void {
    isUsable = true
    wasUsable = true
    usable.resolve()
    log.info('store.reached')
    becameUsable()
  }

  function lose(reason: string): void {
    trouble = reason
    if (isUsable) log.warn('store.lost', { reason })
    isUsable = false
  }

  return {
    usable: usable.promise,
    async use(work) {
      if (!isUsable) throw new StoreUnavailable(`redis is unavailable: ${trouble}`)
      try {
        return await work(client)
      } catch (error) {
        throw new StoreUnavailable(`redis does not answer: ${messageOf(error)}`)
      }
    },
    close() {
      isUsable = false
      clearTimeout(firstTime)
      clearInterval(checking)
      client.disconnect()
    },
  }
}

/** Throws when the server is a replica. A cluster redirects to the master by itself. Without the right to ask, it passes for a master. */
async function refuseReplica(client: RedisClient, { prefix }: RedisAddress): Promise<void> {
  if (client instanceof Cluster) {
    await client.exists(`${prefix}check`)
    return
  }
  const role = await client.role().catch((error: unknown) => {
    if (!messageOf(error).startsWith('NOPERM')) throw error
    return ['master']
  })
  if (role[0] !== 'master') throw new Error('it is a replica')
}

/** Of an error of ioredis only the message: the error carries its command, which may hold a password. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A client that gives up in time, reconnects by itself, and sends no command twice. */
function connect(address: RedisAddress): RedisClient {
  if (address.kind === 'cluster') return connectCluster(address)
  if (address.kind === 'sentinel') return connectThroughSentinels(address)
  return new Redis({ ...commonOptions(address), ...address.nodes[0], db: address.db })
}

/**
 * The library's own ready check prints to the console when the user may not run INFO, and repeats
 * commands on a new connection unless `maxRetriesPerRequest` is 0.
 */
function commonOptions({ username, password, tls }: RedisAddress) {
  return {
    ...(username && { username }),
    ...(password && { password }),
    ...(tls && { tls }),
    protocol: 2 as const,
    connectionName: 'portico',
    disableClientInfo: true,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: DEADLINE_MS,
    connectTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    retryStrategy: pauseBefore,
    // A master that has become a replica: ask again where the master is.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  }
}

function connectThroughSentinels(address: RedisAddress): Redis {
  const { sentinelUsername, sentinelPassword, tls } = address
  return new Redis({
    ...commonOptions(address),
    db: address.db,
    name: address.masterName,
    sentinels: [...address.nodes],
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    sentinelCommandTimeout: DEADLINE_MS,
    sentinelRetryStrategy: pauseBefore,
    failoverDetector: true,
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
  })
}

function connectCluster(address: RedisAddress): Cluster {
  const { retryStrategy: _, enableOfflineQueue: __, ...redisOptions } = commonOptions(address)
  return new Cluster([...address.nodes], {
    redisOptions,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: DEADLINE_MS,
    slotsRefreshInterval: 1_000,
    clusterRetryStrategy: pauseBefore,
    // With TLS, a node is known by the address its certificate names.
    ...(address.tls && { dnsLookup: (node, found) => found(null, node) }),
  })
}

function pauseBefore(attempt: number): number {
  return Math.min(50 * attempt, 500)
}
