import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Target {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** For a POST. */
  readonly body?: string
}

export interface Pressure {
  readonly connections: number
  readonly seconds: number
}

export interface Throughput {
  readonly perSecond: number
  readonly p99Ms: number
  /** Answers that were neither 2xx nor 3xx, and sockets that failed. */
  readonly failed: number
}

const wrk = Bun.which('wrk')

export const loadGenerator = wrk
  ? 'wrk'
  : 'autocannon (apt-get install wrk for one that takes less of the machine)'

/** Asks as fast as the answers come. A server that does not answer with the page is not measured. */
export async function load(target: Target, pressure: Pressure): Promise<Throughput> {
  const throughput = wrk ? await runWrk(wrk, target, pressure) : await runAutocannon(target, pressure)
  if (target.body === undefined) await seePage(target, throughput)
  return throughput
}

async function seePage({ url, headers = {} }: Target, { failed }: Throughput): Promise<void> {
  const { status } = await fetch(url, { headers: { ...headers }, redirect: 'manual' })
  if (failed > 0 || status !== 200) throw new Error(`${url}: ${failed} answers failed, then came a ${status}`)
}

async function runWrk(path: string, { url, headers = {}, body }: Target, { connections, seconds }: Pressure) {
  const text = await output([
    ...[path, '-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', '10s'],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(body === undefined ? [] : ['-s', scriptFor(body)]),
    url.href,
  ])
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(text) ?? []
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s|m)\n/.exec(text) ?? []
  const failed = [...text.matchAll(/Non-2xx or 3xx responses: (\d+)|(?:connect|read|write|timeout) (\d+)/g)]
  return {
    perSecond: Number(perSecond),
    p99Ms: Number(p99) * (unitMs[unit] ?? Number.NaN),
    failed: failed.reduce((sum, [, answers, sockets]) => sum + Number(answers ?? sockets), 0),
  }
}

const unitMs: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/** wrk sends a body when a script says so. */
function scriptFor(body: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'portico-bench-wrk-')), 'post.lua')
  writeFileSync(file, `wrk.method = 'POST'\nwrk.body = '${body}'\n`)
  return file
}

async function runAutocannon({ url, headers = {}, body }: Target, { connections, seconds }: Pressure) {
  const text = await output([
    join(import.meta.dir, '../node_modules/.bin/autocannon'),
    ...['--json', '--connections', String(connections), '--duration', String(seconds)],
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    ...(body === undefined ? [] : ['--method', 'POST', '--body', body]),
    url.href,
  ])
  const { requests, latency, non2xx, errors } = JSON.parse(text)
  return {
    perSecond: Number(requests.average),
    p99Ms: Number(latency.p99),
    failed: Number(non2xx) + Number(errors),
  }
}

async function output(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdio: ['ignore', 'pipe', 'ignore'] })
  return await new Response(child.stdout).text()
}
