import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Redis from 'ioredis'
import { findCommand } from '../../scripts/find-command.ts'
import { type Certificate, selfSigned, signedBy } from './certificates.ts'

/** A redis-server process of our own, in a temporary folder. */
export interface RedisProcess {
  readonly port: number
  readonly pid: number
  /** Ends it without a word, as a crash does. */
  kill(): Promise<void>
  /** Stops it in its tracks: connections stay open, nothing is answered. */
  pause(): void
  resume(): void
  /** Starts it again on the same port, with what it had written to its disk. */
  restart(): Promise<void>
}

export interface RedisUnderTest {
  /** What to give to `--session-store`. */
  readonly url: string
  readonly servers: readonly RedisProcess[]
  stop(): Promise<void>
}

export interface RedisSetup {
  readonly replicas?: number
  /** TLS only, with a certificate of an authority of its own. */
  readonly tls?: boolean
  /** Rules for the one user that may sign in, such as `+@all`; its name is portico, its password geheim:1. */
  readonly acl?: string
}

/** One master, with replicas if asked for. The url leads to the master. */
export async function startRedis({
  replicas = 0,
  tls = false,
  acl,
}: RedisSetup = {}): Promise<RedisUnderTest> {
  const folder = newFolder()
  const options = [...(tls ? tlsOptions(folder) : []), ...(acl ? aclOptions(folder, acl) : [])]
  const master = await startProcess(folder, { tls, options })
  const followers = await startMany(replicas, () =>
    startProcess(folder, { tls, options: [...options, '--replicaof', `127.0.0.1 ${master.port}`] }),
  )
  if (replicas > 0) await eventually(() => hasReplicas(master.port, replicas))
  const user = acl ? 'portico:geheim%3A1@' : ''
  const query = tls ? `?ca=${join(folder, 'ca.pem')}` : ''
  const url = `${tls ? 'rediss' : 'redis'}://${user}127.0.0.1:${master.port}/0${query}`
  return underTest(folder, url, [master, ...followers])
}

/** A master, a replica and three sentinels that fail over after two seconds. */
export async function startSentinel(): Promise<
  RedisUnderTest & { readonly sentinels: readonly RedisProcess[] }
> {
  const folder = newFolder()
  const master = await startProcess(folder)
  const replica = await startProcess(folder, { options: ['--replicaof', `127.0.0.1 ${master.port}`] })
  await eventually(() => hasReplicas(master.port, 1))
  const sentinels = await startMany(3, () => startSentinelProcess(folder, master.port))
  await eventually(() => sentinelsAgree(sentinels))
  const nodes = sentinels.map(({ port }) => `127.0.0.1:${port}`)
  const all = underTest(folder, `redis+sentinel://${nodes.join(',')}/mymaster`, [
    master,
    replica,
    ...sentinels,
  ])
  return { ...all, servers: [master, replica], sentinels }
}

/** Three masters that share the slots, each with as many replicas as asked for. */
export async function startCluster({ replicas = 0 } = {}): Promise<RedisUnderTest> {
  const folder = newFolder()
  const clustered = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
  const servers = await startMany(3 * (1 + replicas), () => startProcess(folder, { options: clustered }))
  const nodes = servers.map(({ port }) => `127.0.0.1:${port}`)
  const create = ['--cluster', 'create', ...nodes, '--cluster-replicas', `${replicas}`, '--cluster-yes']
  const { exitCode, stdout } = Bun.spawnSync([installed('redis-cli'), ...create])
  if (exitCode !== 0) throw new Error(`the cluster was not made: ${stdout}`)
  await eventually(async () => {
    const states = await Promise.all(servers.map(({ port }) => ask(port, 'cluster', 'info')))
    return states.every((state) => String(state).includes('cluster_state:ok'))
  })
  return underTest(folder, `redis+cluster://${nodes.slice(0, 3).join(',')}`, servers)
}

interface ProcessSetup {
  readonly tls?: boolean
  readonly options?: readonly string[]
}

async function startProcess(
  folder: string,
  { tls = false, options = [] }: ProcessSetup = {},
): Promise<RedisProcess> {
  const port = await freePort()
  const home = join(folder, `${port}`)
  mkdirSync(home)
  const listen = tls ? ['--port', '0', '--tls-port', `${port}`] : ['--port', `${port}`]
  const quiet = [
    '--save',
    '',
    '--appendonly',
    'yes',
    '--loglevel',
    'warning',
    '--repl-diskless-sync-delay',
    '0',
  ]
  return runUntilReady(port, [...listen, '--bind', '127.0.0.1', '--dir', home, ...quiet, ...options])
}

async function startSentinelProcess(folder: string, masterPort: number): Promise<RedisProcess> {
  const port = await freePort()
  const home = join(folder, `${port}`)
  mkdirSync(home)
  const file = join(home, 'sentinel.conf')
  writeFileSync(
    file,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${home}`,
      `sentinel monitor mymaster 127.0.0.1 ${masterPort} 2`,
      'sentinel down-after-milliseconds mymaster 2000',
      'sentinel failover-timeout mymaster 6000',
    ].join('\n'),
  )
  return runUntilReady(port, [file, '--sentinel'])
}

async function runUntilReady(port: number, args: readonly string[]): Promise<RedisProcess> {
  let process = run(args)
  await eventually(() => isListening(port))
  return {
    port,
    get pid() {
      return process.pid
    },
    async kill() {
      process.kill('SIGKILL')
      await process.exited
    },
    pause: () => process.kill('SIGSTOP'),
    resume: () => process.kill('SIGCONT'),
    async restart() {
      process = run(args)
      await eventually(() => isListening(port))
    },
  }
}

function run(args: readonly string[]): Bun.Subprocess {
  return Bun.spawn([installed('redis-server'), ...args], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
}

function installed(command: string): string {
  const path = findCommand([command])
  if (!path) throw new Error(`${command} is missing: install it with "apt-get install redis-server"`)
  return path
}

function underTest(folder: string, url: string, servers: readonly RedisProcess[]): RedisUnderTest {
  return {
    url,
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()))
      rmSync(folder, { recursive: true })
    },
  }
}

function tlsOptions(folder: string): string[] {
  const authority = selfSigned('DNS:authority')
  const server = signedBy(authority, 'IP:127.0.0.1')
  writeCertificate(folder, server)
  writeFileSync(join(folder, 'ca.pem'), authority.cert)
  const files = ['--tls-cert-file', 'cert.pem', '--tls-key-file', 'key.pem', '--tls-ca-cert-file', 'ca.pem']
  const paths = files.map((part) => (part.startsWith('--') ? part : join(folder, part)))
  return [...paths, '--tls-auth-clients', 'no', '--tls-replication', 'yes']
}

function writeCertificate(folder: string, { cert, key }: Certificate): void {
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
}

function aclOptions(folder: string, rules: string): string[] {
  const file = join(folder, 'users.acl')
  writeFileSync(file, `user default off\nuser portico on >geheim:1 ${rules}\n`)
  return ['--aclfile', file]
}

async function hasReplicas(port: number, replicas: number): Promise<boolean> {
  const info = String(await ask(port, 'info', 'replication'))
  return info.split('state=online').length > replicas
}

async function sentinelsAgree(sentinels: readonly RedisProcess[]): Promise<boolean> {
  const quorums = await Promise.all(
    sentinels.map(({ port }) => ask(port, 'sentinel', 'ckquorum', 'mymaster')),
  )
  const masters = await Promise.all(sentinels.map(({ port }) => ask(port, 'info', 'sentinel')))
  const isWhole = (info: unknown) => String(info).includes('slaves=1,sentinels=3')
  return quorums.every((answer) => String(answer).startsWith('OK 3')) && masters.every(isWhole)
}

/** One question to one server, on a connection of its own; undefined when it does not answer. */
export async function ask(port: number, command: string, ...args: readonly string[]): Promise<unknown> {
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => {})
  try {
    return await client.call(command, ...args)
  } catch {
    return undefined
  } finally {
    client.disconnect()
  }
}

async function isListening(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
    socket.end()
    return true
  } catch {
    return false
  }
}

/** A cluster node needs its port and the one ten thousand above. */
async function freePort(): Promise<number> {
  const port = await new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
  return port < 55_000 ? port : freePort()
}

async function startMany<T>(count: number, start: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, start))
}

export async function eventually(isSo: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not so within ${withinMs} ms: ${isSo}`)
    await Bun.sleep(20)
  }
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'portico-redis-'))
}
