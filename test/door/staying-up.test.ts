import { afterEach, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DoorProcess, startDoorProcess } from '../support/door-process.ts'

let service: DoorProcess | undefined
afterEach(async () => {
  await service?.stop()
  service = undefined
})

async function started(setup: Parameters<typeof startDoorProcess>[0] = {}): Promise<DoorProcess> {
  service = await startDoorProcess(setup)
  return service
}

const SERVICES = 'infix-services:web'
const isAt = async ({ device }: DoorProcess, resource: string) => {
  while (device.journal.count({ resource }) === 0) await Bun.sleep(2)
}

test('R6 a service that is told to stop takes nothing new, finishes the login under way and exits with 0', async () => {
  const service = await started()
  service.device.faults.set({ kind: 'slow', ms: 300 }, { resource: SERVICES })
  const login = service.signIn()
  await isAt(service, SERVICES)

  service.kill('SIGTERM')
  await untilRefused(service.url)
  expect((await login).status).toBe(303)
  expect(await service.exited).toBe(0)
})

test('R6 a login that is still open after the drain is told that the device cannot be reached', async () => {
  const service = await started({ flags: ['--drain-timeout', '200ms'] })
  service.device.faults.set({ kind: 'hang' })
  const login = service.signIn()
  await isAt(service, 'ietf-yang-library:yang-library')

  service.kill('SIGTERM')
  const answer = await login
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Unable to reach the device. Please try again later.')
  expect(await service.exited).toBe(0)
})

test('R6 a second signal ends it at once', async () => {
  const service = await started({
    flags: ['--drain-timeout', '10m', '--login-deadline', '10m', '--device-timeout', '10m'],
  })
  service.device.faults.set({ kind: 'hang' })
  const login = service.signIn().catch(() => 'cut')
  await isAt(service, 'ietf-yang-library:yang-library')

  service.kill('SIGTERM')
  await untilRefused(service.url)
  service.kill('SIGTERM')
  expect(await service.exited).toBe(1)
  expect(await login).toBe('cut')
})

test('R6 an idle browser that keeps its connection holds up nothing', async () => {
  const service = await started()
  await fetch(`${service.url}/login`, { keepalive: true })
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
})

test('R10 P5 stray signals neither end it nor open a door for a debugger', async () => {
  const service = await started()
  for (const signal of ['SIGUSR1', 'SIGUSR2', 'SIGHUP', 'SIGPIPE'] as const) service.kill(signal)
  expect((await service.signIn()).status).toBe(303)
  expect(listeningPorts(service.pid)).toEqual([service.port])
})

test('R10 what a hook leaves to nobody is logged, and everybody else is served', async () => {
  const hook = join(mkdtempSync(join(tmpdir(), 'portico-hook-')), 'hook.ts')
  const late = `setTimeout(() => { throw new Error('late') }); void Promise.reject(new Error('lost')); throw 'a string'`
  writeFileSync(hook, `export default function hook() { ${late} }`, { mode: 0o600 })
  const service = await started({ flags: ['--on-login', hook] })
  const records = recordsOf(service)
  expect((await service.signIn()).status).toBe(303)
  expect((await service.signIn()).status).toBe(303)
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
  const faults = (await records).filter(({ event }) => event === 'process.fault')
  expect(new Set(faults.map(({ error }) => error.message))).toEqual(new Set(['lost', 'late']))
})

test('P5 a variable by which others run code in it is warned about', async () => {
  const service = await started({ env: { NODE_OPTIONS: '' } })
  const records = recordsOf(service)
  service.kill('SIGTERM')
  await service.exited
  expect((await records).find(({ event }) => event === 'process.environment')).toMatchObject({
    variables: 'NODE_OPTIONS',
  })
})

test('P5 a password of the store that every user of the machine can read among the arguments is warned about', async () => {
  const secret = join(mkdtempSync(join(tmpdir(), 'portico-secret-')), 'key')
  writeFileSync(secret, randomBytes(32).toString('base64'), { mode: 0o600 })
  const store = ['--session-store', 'redis://:pw-7f3c9a51@127.0.0.1:1', '--session-secret-file', secret]
  const service = await started({ flags: store })
  const records = recordsOf(service)
  service.kill('SIGTERM')
  await service.exited
  const told = await records
  expect(told.find(({ event }) => event === 'process.command-line')).toBeDefined()
  expect(JSON.stringify(told)).not.toContain('pw-7f3c9a51')
})

test.each([
  ['a full disk', '>/dev/full'],
  ['nowhere', '>&-'],
  ['a pipe that nobody holds', ''],
])('R9 with its log going to %s it serves', async (_, redirect) => {
  const service = await started({ redirect })
  if (redirect === '') await service.output.cancel()
  for (let n = 0; n < 5; n++) expect((await service.signIn()).status).toBe(303)
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
})

interface LogRecord {
  readonly event: string
  readonly error: { readonly message: string }
}

async function recordsOf({ output }: DoorProcess): Promise<LogRecord[]> {
  const text = await new Response(output).text()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function untilRefused(url: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`${url}/healthz`, { headers: { Connection: 'close' } })
      await Bun.sleep(2)
    } catch {
      return
    }
  }
}

function listeningPorts(pid: number): number[] {
  const { stdout } = Bun.spawnSync([
    'sh',
    '-c',
    `ss -Hltnp 2>/dev/null | grep 'pid=${pid},' | awk '{print $4}'`,
  ])
  const found = stdout.toString().trim().split('\n').filter(Boolean)
  return found.map((address) => Number(address.split(':').at(-1)))
}
