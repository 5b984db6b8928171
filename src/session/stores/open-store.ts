import type { Log } from '../../log.ts'
import { type SessionStore, StoreMisconfigured } from '../session-store.ts'
import { memoryStore } from './memory.ts'
import { openRedisStore } from './redis.ts'
import { sqliteStore } from './sqlite.ts'

export interface OpenStoreOptions {
  readonly now?: () => number
  readonly log?: Log
}

/** The store that the setting `--session-store` names. */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<SessionStore> {
  if (url === 'memory:') return memoryStore(options)
  if (/^sqlite:./.test(url)) return sqliteStore(url.slice('sqlite:'.length), options)
  if (/^rediss?(\+\w+)?:/.test(url)) return openRedisStore(url, options)
  throw new StoreMisconfigured(`The session store must be one of ${FORMS.join(', ')}.`)
}

const FORMS = [
  'memory:',
  'sqlite:PATH',
  'redis://HOST:PORT/DB',
  'redis+sentinel://HOST:PORT,HOST:PORT/MASTER',
  'redis+cluster://HOST:PORT,HOST:PORT (each also as rediss… for TLS)',
]
