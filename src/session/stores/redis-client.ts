import Redis, { Cluster } from 'ioredis'
import type { RedisPlace } from './redis-url.ts'

export type RedisClient = Redis | Cluster

/** A client that gives up in time, finds its way back by itself, and sends nothing twice. */
export function connectRedis(place: RedisPlace): RedisClient {
  if (place.kind === 'cluster') return connectCluster(place)
  if (place.kind === 'sentinel') return connectThroughSentinels(place)
  return new Redis({ ...commonOptions(place), ...place.nodes[0], db: place.db })
}

/** No answer for this long is no answer. A command is under way for as long at most. */
export const DEADLINE_MS = 1_500

/**
 * The library's own ready check prints to the console when the user may not run INFO, and repeats
 * commands on a new connection unless `maxRetriesPerRequest` is 0.
 */
function commonOptions({ username, password, tls }: RedisPlace) {
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

function connectThroughSentinels(place: RedisPlace): Redis {
  return new Redis({
    ...commonOptions(place),
    db: place.db,
    name: place.masterName,
    sentinels: [...place.nodes],
    ...(place.sentinelUsername && { sentinelUsername: place.sentinelUsername }),
    ...(place.sentinelPassword && { sentinelPassword: place.sentinelPassword }),
    sentinelCommandTimeout: DEADLINE_MS,
    sentinelRetryStrategy: pauseBefore,
    failoverDetector: true,
    ...(place.tls && { enableTLSForSentinelMode: true, sentinelTLS: place.tls }),
  })
}

function connectCluster(place: RedisPlace): Cluster {
  const { retryStrategy: _, enableOfflineQueue: __, ...redisOptions } = commonOptions(place)
  return new Cluster([...place.nodes], {
    redisOptions,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: DEADLINE_MS,
    slotsRefreshInterval: 1_000,
    clusterRetryStrategy: pauseBefore,
    // With TLS, a node is known by the address its certificate names.
    ...(place.tls && { dnsLookup: (address, found) => found(null, address) }),
  })
}

function pauseBefore(attempt: number): number {
  return Math.min(50 * attempt, 500)
}
