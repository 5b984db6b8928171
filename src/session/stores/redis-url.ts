import { readTrustedFile } from '../../files.ts'
import { StoreMisconfigured } from '../session-store.ts'

/** Where a Redis is, and how to log in to it. */
export interface RedisAddress {
  readonly kind: 'single' | 'sentinel' | 'cluster'
  readonly nodes: readonly RedisNode[]
  /** What the sentinels call the master; empty for the other kinds. */
  readonly masterName: string
  readonly db: number
  readonly username: string | undefined
  readonly password: string | undefined
  readonly sentinelUsername: string | undefined
  readonly sentinelPassword: string | undefined
  readonly tls: RedisTls | undefined
  readonly prefix: string
}

/** Verification is said outright: left out, NODE_TLS_REJECT_UNAUTHORIZED=0 would switch it off. */
export interface RedisTls {
  readonly rejectUnauthorized: true
  readonly ca?: string
}

export interface RedisNode {
  readonly host: string
  readonly port: number
}

const SHAPE = new RegExp(
  String.raw`^(?<scheme>rediss?)(\+(?<kind>sentinel|cluster))?://` +
    String.raw`((?<user>[^@/?:]*)(:(?<password>[^@/?]*))?@)?(?<nodes>[^@/?]+)(/(?<path>[^@?]*))?(\?(?<query>[^@]*))?$`,
)
const ENCODE = 'in a user name or a password / is written %2F, ? %3F, @ %40, : %3A, & %26 and % %25'
const OPTIONS = ['db', 'ca', 'prefix', 'sentinel-user', 'sentinel-password']

/**
 * Reads `redis://`, `rediss://`, and either with `+sentinel` or `+cluster`. A refusal repeats nothing of it: parts of a
 * password that was not percent-encoded may stand anywhere.
 */
export function parseRedisUrl(url: string): RedisAddress {
  const parts = SHAPE.exec(url)?.groups
  if (!parts?.nodes) throw refused(`is not of the form redis://user:password@host:port/0; ${ENCODE}`)
  const kind = readKind(parts.kind)
  const path = decode(parts.path)
  const options = readOptions(parts.query)
  const db = kind === 'single' && path ? path : options.get('db')

  return {
    kind,
    nodes: readNodes(parts.nodes, kind),
    masterName: readMasterName(path, kind),
    db: readDb(db, kind),
    username: decode(parts.user) || undefined,
    password: decode(parts.password) || undefined,
    sentinelUsername: options.get('sentinel-user') ?? undefined,
    sentinelPassword: options.get('sentinel-password') ?? undefined,
    tls: readTls(parts.scheme === 'rediss', options.get('ca')),
    prefix: readPrefix(options.get('prefix') ?? 'portico:'),
  }
}

function refused(what: string, cause?: unknown): StoreMisconfigured {
  return new StoreMisconfigured(`The address of the Redis session store ${what}.`, { cause })
}

function readKind(kind: string | undefined): RedisAddress['kind'] {
  return kind === 'sentinel' || kind === 'cluster' ? kind : 'single'
}

function readOptions(query = ''): URLSearchParams {
  const options = new URLSearchParams(query)
  if ([...options.keys()].some((name) => !OPTIONS.includes(name)))
    throw refused(`has an option other than ${OPTIONS.join(', ')}; ${ENCODE}`)
  return options
}

function readMasterName(path: string, kind: RedisAddress['kind']): string {
  if (kind !== 'sentinel') return ''
  if (!path) throw refused('names no master: redis+sentinel://host:port/MASTER')
  return path
}

function readNodes(text: string, kind: RedisAddress['kind']): readonly RedisNode[] {
  const usualPort = kind === 'sentinel' ? 26_379 : 6_379
  return text.split(',').map((node) => readNode(node, usualPort))
}

function readNode(text: string, usualPort: number): RedisNode {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = bracketed ?? plain
  if (!host || Number(port) > 65_535) throw refused(`has no valid host and port; ${ENCODE}`)
  return { host, port: port ? Number(port) : usualPort }
}

function readDb(text: string | null, kind: RedisAddress['kind']): number {
  if (!text) return 0
  if (!/^\d{1,4}$/.test(text)) throw refused('has a database that is not a number')
  if (kind === 'cluster' && Number(text) > 0) throw refused('has a database, but a cluster has none but 0')
  return Number(text)
}

function readTls(isTls: boolean, caFile: string | null): RedisAddress['tls'] {
  if (!isTls && caFile) throw refused('has a ca, but only rediss:// uses one')
  if (!isTls) return undefined
  if (!caFile) return { rejectUnauthorized: true }
  try {
    return { rejectUnauthorized: true, ca: readTrustedFile(caFile) }
  } catch (cause) {
    throw refused(`names a ca that cannot be read: ${reasonOf(cause).replaceAll(caFile, 'its file')}`)
  }
}

/** The prefix stands in braces in every key, so that a cluster keeps all of ours on one node. */
function readPrefix(prefix: string): string {
  if (!prefix || /[{}]/.test(prefix)) throw refused('has a prefix that is empty or contains a brace')
  return `{${prefix}}`
}

function decode(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw refused(`is not properly percent-encoded; ${ENCODE}`, cause)
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')
