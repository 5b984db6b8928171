import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type DemoDevice, startDemoDevice } from '../src/demo/demo-device.ts'
import { selfSigned } from './support/certificates.ts'
import { freePort } from './support/free-port.ts'
import { onLeash } from './support/leash.ts'
import { startRedis } from './support/redis.ts'
import { eventually } from './support/redis-process.ts'
import { type Running, start } from './support/running.ts'
import { sharedStore } from './support/shared-store.ts'
import { signIn } from './support/sign-in.ts'
import { temporaryFile } from './support/temporary-file.ts'

setDefaultTimeout(30_000)

const main = new URL('../src/main.ts', import.meta.url).pathname
let device: DemoDevice
let redis: Awaited<ReturnType<typeof startRedis>>
beforeAll(async () => {
  device = await startDemoDevice()
  redis = await startRedis()
})
afterAll(async () => {
  await redis.stop()
  await device.stop()
})

test('with --workers 2 two processes answer on one port, and know each other’s sessions', async () => {
  const service = startWorkers('--workers', '2')
  const { address, workers } = await started(service)
  expect(workers).toBe(2)
  const { cookie } = await signIn(address)
  for (let n = 0; n < 40; n++) expect(await statusOf(address, cookie)).toBe(200)
  for (let n = 0; n < 40; n++) await refuse(address)
  const answering = eventsOf(service, 'forgery.refused').map(({ worker }) => worker)
  expect([...new Set(answering)].toSorted()).toEqual([1, 2])
  expect(await service.stop()).toBe(0)
})

test('a worker that dies is replaced, and the log says so', async () => {
  const service = startWorkers('--workers', '2')
  const { address } = await started(service)
  await killWorker(service, 2)
  await eventually(async () => eventsOf(service, 'worker.started').length === 3)
  expect(eventsOf(service, 'worker.died')).toMatchObject([{ worker: 2, signal: 'SIGKILL' }])
  expect(await statusOf(address, '')).toBe(303)
  expect(await service.stop()).toBe(0)
})

test('the metrics of all workers are read at one port, and what a worker counted outlives it', async () => {
  const watched = `127.0.0.1:${freePort()}`
  const service = startWorkers('--workers', '2', '--metrics-listen', watched)
  const { address } = await started(service)
  expect(eventsOf(service, 'service.started')).toMatchObject([{ metrics: `http://${watched}/` }])
  const read = async (sample: string) => {
    const text = await (await fetch(`http://${watched}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))
        ?.slice(sample.length),
    )
  }
  const logins = () => read('portico_logins_total{outcome="welcome"}')
  for (let n = 0; n < 20; n++) await signIn(address)
  expect(await logins()).toBe(20)
  // So many sessions a user keeps, in the one store that both look into.
  expect(await read('portico_sessions')).toBe(10)

  await killWorker(service, 2)
  await eventually(async () => eventsOf(service, 'worker.started').length === 3)
  expect(await logins()).toBe(20)
  await signIn(address)
  expect(await logins()).toBe(21)
  expect(await read('portico_events_total{level="error",event="worker.died"}')).toBe(1)
  expect(await service.stop()).toBe(0)
})

test('a port for metrics that is taken is said in one line', async () => {
  const service = startWorkers('--workers', '2', '--metrics-listen', new URL(device.url).host)
  expect(await service.saying('portico: ')).toStartWith('--metrics-listen: ')
})

test('on SIGHUP every worker shows the new certificate', async () => {
  const [old, next] = [selfSigned('IP:127.0.0.1'), selfSigned('IP:127.0.0.1')]
  const [cert, key] = [temporaryFile('cert', old.cert), temporaryFile('key', old.key)]
  const service = startWorkers('--workers', '2', '--tls-cert', cert, '--tls-key', key)
  const { address } = await started(service)
  writeFileSync(cert, next.cert)
  writeFileSync(key, next.key)
  service.signal('SIGHUP')
  await eventually(async () => eventsOf(service, 'tls.renewed').length === 2)
  const isNext = () =>
    fetch(new URL('/login', address), { ...alone, tls: { ca: next.cert } }).then(
      () => true,
      () => false,
    )
  await eventually(async () => (await Promise.all(Array.from({ length: 20 }, isNext))).every(Boolean))
  expect(await service.stop()).toBe(0)
})

test('R6 every worker finishes the login it is at before the service ends', async () => {
  const service = startWorkers('--workers', '2')
  const { address } = await started(service)
  device.faults.set({ kind: 'slow', ms: 1_000 })
  const logins = Array.from({ length: 8 }, () => signIn(address))
  await eventually(async () => device.journal.open === 8)
  const stopped = service.stop()
  await eventually(async () => eventsOf(service, 'service.stopping').length === 3)
  const statuses = (await Promise.all(logins)).map(({ answer }) => answer.status)
  expect(statuses).toEqual(Array(8).fill(303))
  expect(await stopped).toBe(0)
  device.faults.clear()
})

test.each([
  [['--workers', '2'], '--workers: more than one needs a store that they share'],
  [['--workers', '2', '--session-store', 'sqlite:sessions.db'], '--workers: more than one needs a store'],
  [['--workers', '0'], '--workers: "0" is not a whole number above 0'],
])('%p is refused at start', async (flags, sentence) => {
  const service = start([process.execPath, main, 'serve', '--restconf', device.url, ...flags])
  expect(await service.saying('portico: ')).toStartWith(sentence)
})

test('a unix socket is not shared by workers', async () => {
  const service = startWorkers('--workers', '2', '--listen', 'unix:portico.sock')
  expect(await service.saying('portico: ')).toStartWith('--workers: several processes share a port')
})

test('what a worker cannot start with ends the service, with the one line that says why', async () => {
  const service = Bun.spawn(commandWith('--workers', '2', '--features', '/no/such/file'), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  expect(await service.exited).toBe(2)
  expect(await new Response(service.stderr).text()).toMatch(/^portico: --features: \/no\/such\/file[^\n]*\n$/)
})

test('workers do not outlive the process that started them', async () => {
  const service = Bun.spawn(onLeash(commandWith('--workers', '2')), { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: Readable.from(service.stdout) })
  for await (const line of lines) {
    if (line.includes('"event":"service.started"')) service.kill('SIGKILL')
  }
  // They held the other end of the pipe: now nobody does.
  expect(await service.exited).toBe(137)
})

const startWorkers = (...flags: readonly string[]) => start(onLeash(commandWith(...flags)))

function commandWith(...flags: readonly string[]): string[] {
  const own = flags.includes('--listen') ? [] : ['--listen', '127.0.0.1:0']
  const all = ['--restconf', device.url, '--log-format', 'json', ...sharedStore(redis.url), ...own, ...flags]
  return [process.execPath, main, 'serve', ...all]
}

async function started(service: Running): Promise<{ address: string; workers: number }> {
  const hasAll = () => eventsOf(service, 'worker.started').length === 2
  await eventually(() => hasAll() && eventsOf(service, 'service.started').length === 1)
  const [{ address, workers } = {}] = eventsOf(service, 'service.started')
  return { address: String(address), workers: Number(workers) }
}

function eventsOf(service: Running, event: string): readonly Record<string, unknown>[] {
  const lines = service
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line)).filter((line) => line.event === event)
}

async function killWorker(service: Running, number: number): Promise<void> {
  const victim = eventsOf(service, 'worker.started').find(({ worker }) => worker === number)
  process.kill(Number(victim?.pid), 'SIGKILL')
  await eventually(async () => eventsOf(service, 'worker.died').length === 1)
}

/** The kernel deals out connections, not requests: each of these brings one of its own. */
const alone = { keepalive: false, redirect: 'manual' } as const

async function statusOf(address: string, cookie: string): Promise<number> {
  return (await fetch(address, { ...alone, headers: { cookie, connection: 'close' } })).status
}

async function refuse(address: string): Promise<void> {
  const headers = { origin: 'http://evil.example', connection: 'close' }
  await fetch(new URL('/login', address), {
    ...alone,
    method: 'POST',
    headers,
    body: 'username=a&password=b',
  })
}
