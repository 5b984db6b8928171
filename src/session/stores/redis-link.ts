import { Cluster } from 'ioredis'
import type { Log } from '../../log.ts'
import { StoreUnavailable } from '../session-store.ts'
import { connectRedis, DEADLINE_MS, type RedisClient } from './redis-client.ts'
import type { RedisPlace } from './redis-url.ts'

/** One connection to the master, wherever it is at the moment. */
export interface RedisLink {
  /** The master as it was found last. */
  readonly meeting: Meeting | undefined
  /** Settles when it can be used for the first time. */
  readonly usable: Promise<void>
  /** Runs the work now or fails now, with {@link StoreUnavailable}; nothing waits for better times. */
  use<T>(work: (client: RedisClient) => Promise<T>): Promise<T>
  close(): void
}

/** Every time the link becomes usable is another one. */
export interface Meeting {
  /** Its address; empty in a cluster, which has several. */
  readonly master: string
  /** By a clock that does not jump. */
  readonly since: number
}

export interface RedisLinkParts {
  readonly place: RedisPlace
  readonly log: Log
  /** Called each time the link becomes usable: the first time, and after every loss. */
  readonly becameUsable: () => void
  /** Told once a second how many replicas the master has, where that may be asked. */
  readonly saw?: (replicas: number) => void
}

export function openRedisLink({ place, log, becameUsable, saw }: RedisLinkParts): RedisLink {
  const client = connectRedis(place)
  const usable = Promise.withResolvers<void>()
  let isUsable = false
  let trouble = 'not connected yet'
  let meeting: Meeting | undefined
  client.on('error', (error: Error) => lose(error.message))
  client.on('close', () => isUsable && lose('the connection was closed'))
  client.on('ready', beat)
  const pulse = setInterval(beat, PULSE_MS).unref()
  // Whoever waited for the first time has waited that long: a wrong address is told of before somebody signs in.
  const firstTime = setTimeout(tellUnlessMet, DEADLINE_MS).unref()

  function beat(): void {
    // The client stops trying for good when a sentinel announces another master while it asks for one.
    if (client.status === 'end') client.connect().catch(() => {})
    if (client.status === 'ready') void check()
  }

  /** A hung or demoted master is noticed here, also when nobody asks it anything. */
  async function check(): Promise<void> {
    try {
      const replicas = await countReplicas(client, place)
      if (!isUsable) win()
      if (replicas !== undefined) saw?.(replicas)
    } catch (error) {
      lose(messageOf(error))
      if (!(client instanceof Cluster)) client.disconnect(true)
    }
  }

  function win(): void {
    isUsable = true
    meeting = { master: addressOf(client), since: performance.now() }
    usable.resolve()
    log.info('store.reached')
    becameUsable()
  }

  function tellUnlessMet(): void {
    if (!meeting) log.warn('store.lost', { reason: trouble })
  }

  function lose(reason: string): void {
    trouble = reason
    if (isUsable) log.warn('store.lost', { reason })
    isUsable = false
  }

  return {
    usable: usable.promise,
    get meeting() {
      return meeting
    },
    async use(work) {
      if (!isUsable) throw new StoreUnavailable(`redis is not there: ${trouble}`)
      try {
        return await work(client)
      } catch (error) {
        throw new StoreUnavailable(`redis does not answer: ${messageOf(error)}`)
      }
    },
    close() {
      isUsable = false
      clearTimeout(firstTime)
      clearInterval(pulse)
      client.disconnect()
    },
  }
}

const PULSE_MS = 1_000

/**
 * How many replicas the master has; undefined where nobody says. Throws when it is none. A cluster sends us on to the
 * master of a key by itself. A user who may not ask for the role is taken to be right.
 */
async function countReplicas(client: RedisClient, { prefix }: RedisPlace): Promise<number | undefined> {
  if (client instanceof Cluster) {
    await client.exists(`${prefix}pulse`)
    return undefined
  }
  try {
    const [role, , replicas] = await client.role()
    if (role !== 'master') throw new Error('it is a replica')
    return Array.isArray(replicas) ? replicas.length : undefined
  } catch (error) {
    if (messageOf(error).startsWith('NOPERM')) return undefined
    throw error
  }
}

function addressOf(client: RedisClient): string {
  if (client instanceof Cluster) return ''
  const { remoteAddress, remotePort } = client.stream
  return `${remoteAddress}:${remotePort}`
}

/** Of an error of the client only the words: it carries its command, which may hold a password. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
