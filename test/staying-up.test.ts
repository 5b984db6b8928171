import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { endsWithUs } from './support/ends-with-us.ts'
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts'
import { temporaryFile } from './support/temporary-file.ts'
import { postLogin } from './support/visitor.ts'

test('R10 P5 stray signals neither end the process nor open a debugger’s port', async () => {
  await using service = await startServiceProcess()
  for (const signal of ['SIGUSR1', 'SIGUSR2', 'SIGHUP', 'SIGPIPE'] as const) service.kill(signal)
  expect((await postLogin(service.url)).status).toBe(303)
  expect(listeningPorts(service.pid)).toEqual([service.port])
})

test('R10 errors that a hook leaves unhandled are logged, and the service goes on', async () => {
  const hook = join(mkdtempSync(join(tmpdir(), 'portico-hook-')), 'hook.ts')
  const late = `setTimeout(() => { throw new Error('late') }); void Promise.reject(new Error('lost')); throw 'a string'`
  writeFileSync(hook, `export default function hook() { ${late} }`, { mode: 0o600 })
  await using service = await startServiceProcess({ flags: ['--on-login', hook] })
  const records = recordsOf(service)
  expect((await postLogin(service.url)).status).toBe(303)
  expect((await postLogin(service.url)).status).toBe(303)
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
  const faults = (await records).filter(({ event }) => event === 'process.fault')
  expect(faults).toHaveLength(4)
  for (const { at } of faults) expect(at[0]).toStartWith(`${hook}:1:`)
})

test('P1 12.10 a password in an error that a hook leaves unhandled is in the log in no spelling', async () => {
  const hook = join(mkdtempSync(join(tmpdir(), 'portico-hook-')), 'hook.ts')
  const spellings = [
    'password',
    'encodeURIComponent(password)',
    'JSON.stringify({ password })',
    'btoa(password)',
    "Buffer.from(password).toString('hex')",
  ]
  const late = spellings.map((spelled) => `setTimeout(() => { throw new Error('at ' + ${spelled}) })`)
  const text = `export default function hook({ password }) { ${late.join('\n')} }`
  writeFileSync(hook, text, { mode: 0o600 })
  await using service = await startServiceProcess({ flags: ['--on-login', hook] })
  const password = 'can"ary/7f3c 9a51'
  service.device.accounts.setPassword('admin', password)
  const log = new Response(service.output).text()
  expect((await postLogin(service.url, { password })).status).toBe(303)
  service.kill('SIGTERM')
  await service.exited
  const told = await log
  expect(told.split('"event":"process.fault"')).toHaveLength(1 + spellings.length)
  const hex = Buffer.from(password).toString('hex')
  for (const spelled of ['7f3c', encodeURIComponent(password), btoa(password), hex])
    expect(told).not.toContain(spelled)
})

test('P5 a variable that injects code into the process is warned about', async () => {
  await using service = await startServiceProcess({ env: { NODE_OPTIONS: '' } })
  const records = recordsOf(service)
  service.kill('SIGTERM')
  await service.exited
  expect((await records).find(({ event }) => event === 'process.environment')).toMatchObject({
    variables: 'NODE_OPTIONS',
  })
})

test('P5 a store’s password among the command-line arguments is warned about', async () => {
  const secret = join(mkdtempSync(join(tmpdir(), 'portico-secret-')), 'key')
  writeFileSync(secret, randomBytes(32).toString('base64'), { mode: 0o600 })
  const store = ['--session-store', 'redis://:pw-7f3c9a51@127.0.0.1:1', '--session-secret-file', secret]
  await using service = await startServiceProcess({ flags: store })
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
  ['a pipe without a reader', ''],
])('R9 with its log going to %s it serves', async (_, redirect) => {
  await using service = await startServiceProcess({ redirect })
  if (redirect === '') await service.output.cancel()
  for (let n = 0; n < 5; n++) expect((await postLogin(service.url)).status).toBe(303)
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
})

test('R9 with its log in a pipe that is not read it serves, and counts the lines it lost', async () => {
  const pipe = newPipe()
  // More than the pipe and the lines that may wait for it: 64 KiB and a MiB.
  const faults = 8_000
  await using service = await startServiceProcess({ redirect: `1<>${pipe}`, flags: hookWith(faults) })
  expect((await postLogin(service.url)).status).toBe(303)
  for (let n = 0; n < 5; n++) expect((await fetch(`${service.url}/login`)).status).toBe(200)

  const reader = Bun.spawn(endsWithUs(['cat', pipe]), { stdio: ['ignore', 'pipe', 'inherit'] })
  const { told, lost } = await readUntilLoss(reader.stdout)
  expect(lost).toBeGreaterThan(0)
  const written = told.filter(({ event }) => event === 'process.fault').length
  expect(written + lost).toBeGreaterThanOrEqual(faults)
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
  await reader.exited
})

test('R6 R9 a log that is not read does not delay a stop', async () => {
  await using service = await startServiceProcess({ redirect: `1<>${newPipe()}`, flags: hookWith(1_000) })
  expect((await postLogin(service.url)).status).toBe(303)
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
})

/** A hook that leaves so many failures to the process, each of which is a line of the log. */
function hookWith(faults: number): string[] {
  const text = `export default () => { for (let n = 0; n < ${faults}; n++) void Promise.reject(new Error('lost')) }`
  return ['--on-login', temporaryFile('hook.ts', text)]
}

function newPipe(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'portico-pipe-')), 'log')
  Bun.spawnSync(['mkfifo', path])
  return path
}

/** Reads the log up to `log.lost`, which is written when there is room again. */
async function readUntilLoss(output: ReadableStream<Uint8Array>) {
  const told: LogRecord[] = []
  for await (const line of createInterface({ input: Readable.from(output) })) {
    const record: LogRecord = JSON.parse(line)
    if (record.event === 'log.lost') return { told, lost: record.lost }
    told.push(record)
  }
  throw new Error('the log came to its end without a word of a loss')
}

interface LogRecord {
  readonly event: string
  readonly lost: number
  readonly at: readonly string[]
}

async function recordsOf({ output }: ServiceProcess): Promise<LogRecord[]> {
  const text = await new Response(output).text()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
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
