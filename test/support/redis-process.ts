import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Redis from 'ioredis'
import { findCommand } from '../../scripts/find-command.ts'
import { selfSigned, signedBy } from './certificates.ts'
import { endsWithUs } from './ends-with-us.ts'
import { freePort, isFree } from './free-port.ts'
import { isListening } from './is-listening.ts'
import { until } from './until.ts'

/** A redis-server process of our own, in a temporary folder. */
export interface RedisProcess {
  readonly port: number
  readonly pid: number
  /** Kills it with SIGKILL, like a crash. */
  kill(): Promise<void>
  /** Freezes it with SIGSTOP: connections stay open, but nothing is answered. */
  pause(): void
  resume(): void
  /** Starts it again on the same port, with the data on its disk. */
  restart(): Promise<void>
}

/** What the Redis processes of one setup share: folder, certificates and accounts. */
export interface RedisHome {
  readonly folder: string
  /** With TLS, the file of the CA that signed their certificates. */
  readonly ca: string | undefined
  /** The rights of the user portico. Without it, no login is needed and everything is allowed. */
  readonly acl: string | undefined
  /** The password that sentinels require from each other and from clients. */
  readonly sentinelPassword: string | undefined
}

export interface HomeSetup {
  readonly tls?: boolean
  /** Rules for the user portico, such as `+@all`; its password is geheim:1. */
  readonly acl?: string | undefined
  readonly sentinelPassword?: string | undefined
}

/** The account that the tests and the servers themselves use where a login is needed. */
const ADMIN = { username: 'admin', password: 'admin' }

export function newHome({ tls = false, acl, sentinelPassword }: HomeSetup = {}): RedisHome {
  const folder = mkdtempSync(join(tmpdir(), 'portico-redis-'))
  if (acl) {
    const admin = `user ${ADMIN.username} on >${ADMIN.password} ~* &* +@all`
    writeFileSync(join(folder, 'users.acl'), `user default off\n${admin}\nuser portico on >geheim:1 ${acl}\n`)
  }
  if (!tls) return { folder, ca: undefined, acl, sentinelPassword }
  const authority = selfSigned('DNS:authority')
  const { cert, key } = signedBy(authority, 'IP:127.0.0.1')
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'ca.pem'), authority.cert)
  return { folder, ca: join(folder, 'ca.pem'), acl, sentinelPassword }
}

export async function startServer(home: RedisHome, options: readonly string[] = []): Promise<RedisProcess> {
  const port = freePortWithBus()
  const quiet = [
    '--save',
    '',
    '--appendonly',
    'yes',
    '--loglevel',
    'warning',
    '--repl-diskless-sync-delay',
    '0',
    // So that a replica acknowledges after one second, not ten.
    '--repl-ping-replica-period',
    '1',
  ]
  if (home.acl) entrances.set(port, ADMIN)
  const all = [...listenOptions(home, port), ...aclOptions(home), ...quiet, ...options]
  // Sentinels rewrite this file, so a restarted server knows its current master.
  const file = join(home.folder, `${port}`, 'redis.conf')
  writeFileSync(file, asConfigFile(all))
  return runUntilReady(port, [file])
}

function asConfigFile(options: readonly string[]): string {
  return options.map((word) => (word.startsWith('--') ? `\n${word.slice(2)}` : ` ${word || '""'}`)).join('')
}

/** Watches the master and fails over when it has not answered for two seconds. */
export async function startSentinelProcess(
  home: RedisHome,
  masterPort: number,
  more: readonly string[] = [],
): Promise<RedisProcess> {
  const port = freePortWithBus()
  const { sentinelPassword: password } = home
  if (password) entrances.set(port, { password })
  const options = [...listenOptions(home, port), ...more]
  const file = join(home.folder, `${port}`, 'sentinel.conf')
  writeFileSync(
    file,
    [
      `sentinel monitor mymaster 127.0.0.1 ${masterPort} 2`,
      'sentinel announce-ip 127.0.0.1',
      'sentinel down-after-milliseconds mymaster 2000',
      'sentinel failover-timeout mymaster 6000',
      ...(home.acl ? [`sentinel auth-user mymaster ${ADMIN.username}`] : []),
      ...(home.acl ? [`sentinel auth-pass mymaster ${ADMIN.password}`] : []),
      ...(password ? [`requirepass ${password}`, `sentinel sentinel-pass ${password}`] : []),
      '',
    ].join('\n'),
  )
  return runUntilReady(port, [file, '--sentinel', ...options])
}

/** Sends one command to one server, on a new connection; undefined when it does not answer. */
export async function ask(
  { port }: RedisProcess,
  command: string,
  ...args: readonly string[]
): Promise<unknown> {
  // The tests' own servers on loopback: their certificates need no check.
  const client = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
    // Without it, a command whose connection is lost would wait for ever.
    commandTimeout: 2_000,
    ...(tlsPorts.has(port) && { tls: { rejectUnauthorized: false } }),
    ...entrances.get(port),
  })
  client.on('error', () => {})
  try {
    return await client.call(command, ...args)
  } catch {
    return undefined
  } finally {
    client.disconnect()
  }
}

/** The path of a program of Redis. Throws a sentence that says what to install when it is missing. */
export function installed(command: string): string {
  const path = findCommand([command])
  if (!path) throw new Error(`${command} is missing: install it with "apt-get install redis-server"`)
  return path
}

const tlsPorts = new Set<number>()
/** How tests log in at ports that need it. */
const entrances = new Map<number, { readonly username?: string; readonly password: string }>()

function aclOptions({ folder, acl }: RedisHome): string[] {
  if (!acl) return []
  const asAdmin = ['--masteruser', ADMIN.username, '--masterauth', ADMIN.password]
  return ['--aclfile', join(folder, 'users.acl'), ...asAdmin]
}

function listenOptions({ folder, ca }: RedisHome, port: number): string[] {
  const dir = join(folder, `${port}`)
  mkdirSync(dir)
  const common = ['--bind', '127.0.0.1', '--dir', dir]
  if (!ca) return ['--port', `${port}`, ...common]
  tlsPorts.add(port)
  const files = ['--tls-cert-file', join(folder, 'cert.pem'), '--tls-key-file', join(folder, 'key.pem')]
  const both = ['--tls-ca-cert-file', ca, '--tls-auth-clients', 'no', '--tls-replication', 'yes']
  return ['--port', '0', '--tls-port', `${port}`, ...common, ...files, ...both]
}

async function runUntilReady(port: number, args: readonly string[]): Promise<RedisProcess> {
  let server = run(args)
  await until(() => isListening(port), 'Redis listens')
  return {
    port,
    get pid() {
      return server.pid
    },
    async kill() {
      server.kill('SIGKILL')
      await server.exited
    },
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    async restart() {
      server = run(args)
      await until(() => isListening(port), 'Redis listens')
    },
  }
}

function run(args: readonly string[]): Bun.Subprocess {
  return Bun.spawn(endsWithUs([installed('redis-server'), ...args]), {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
}

/** The servers of a cluster talk to each other 10,000 ports above their own. */
const BUS_OFFSET = 10_000

function freePortWithBus(): number {
  const port = freePort()
  return isFree(port + BUS_OFFSET) ? port : freePortWithBus()
}
