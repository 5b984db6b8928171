import type { Log } from '../../log.ts'
import { type SessionStore, StoreMisconfigured } from '../session-store.ts'
import { memoryStore } from './memory.ts'

export interface OpenStoreOptions {
  readonly now?: () => number
  readonly log?: Log
  /** False to refuse a database that does not exist yet. */
  readonly create?: boolean
}

/** The store that the setting `--session-store` names, loaded when it is the one. */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<SessionStore> {
  switch (kindOfStore(url)) {
    case 'memory':
      return memoryStore(options)
    case 'sqlite':
      return (await import('./sqlite.ts')).sqliteStore(url.slice('sqlite:'.length), options)
    case 'redis':
      return (await import('./redis.ts')).openRedisStore(url, options)
  }
}

/** The prefix of the name says the kind of store; an unknown prefix is an error. */
export function kindOfStore(url: string): 'memory' | 'sqlite' | 'redis' {
  if (url === 'memory:') return 'memory'
  // SQLite's own name for a database in memory.
  if (url === 'sqlite::memory:') {
    throw new StoreMisconfigured(`"${url}" is not a file; the store for sessions in memory is memory:.`)
  }
  if (/^sqlite:./.test(url)) return 'sqlite'
  if (/^rediss?(\+\w+)?:/.test(url)) return 'redis'
  throw new StoreMisconfigured(`The session store must be one of ${FORMS.join(', ')}.`)
}

const FORMS = [
  'memory:',
  'sqlite:PATH',
  'redis://HOST:PORT/DB',
  'redis+sentinel://HOST:PORT,HOST:PORT/MASTER',
  'redis+cluster://HOST:PORT,HOST:PORT (each also as rediss… for TLS)',
]
