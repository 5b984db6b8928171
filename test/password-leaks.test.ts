import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { freePort } from './support/free-port.ts'
import { secretsIn } from './support/secrets.ts'
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts'

const PASSWORD = 'Pw-canary/7f3c9a51+ü'
const secrets = [PASSWORD, `${PASSWORD}-mistyped`]

let service: ServiceProcess
let log: Promise<Buffer>
let metricsPort: number
/** What the kernel shows of the process: its arguments, its title, its environment. */
let before: Record<string, string>

beforeAll(async () => {
  metricsPort = freePort()
  const flags = ['--metrics-listen', `127.0.0.1:${metricsPort}`, '--log-level', 'debug']
  service = await startServiceProcess({ flags })
  log = new Response(service.output).arrayBuffer().then((bytes) => Buffer.from(bytes))
  before = shownByTheKernel()
  service.device.accounts.add('canary', PASSWORD)
})
afterAll(() => service[Symbol.asyncDispose]())

test('P1 after a whole visit the password is in no answer, address, metric or line of the log, and not in the list of processes', async () => {
  const heard = Buffer.from((await wholeVisit()).join('\n'))
  expect(secretsIn(heard, secrets)).toEqual([])

  const { entries } = service.device.journal
  expect(entries.length).toBeGreaterThan(5)
  expect(secretsIn(Buffer.from(entries.map(({ path }) => path).join('\n')), secrets)).toEqual([])
  expect(entries.flatMap(({ headerNames }) => headerNames).join(' ')).not.toMatch(/referer/i)

  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('portico_logins_total{outcome="welcome"} 1')
  expect(secretsIn(Buffer.from(metrics), secrets)).toEqual([])

  const after = shownByTheKernel()
  expect(after).toEqual(before)
  expect(secretsIn(Buffer.from(Object.values(after).join('\n')), secrets)).toEqual([])

  service.kill('SIGTERM')
  await service.exited
  expect((await log).toString()).toContain('"event":"device.called"')
  expect(secretsIn(await log, secrets)).toEqual([])
})

/** A mistyped password, a right one, every page, a logout. Everything that was heard, with its headers. */
async function wholeVisit(): Promise<string[]> {
  const heard: string[] = []
  let cookie = ''
  async function ask(path: string, fields?: Readonly<Record<string, string>>): Promise<Response> {
    const post = fields && { method: 'POST', body: new URLSearchParams(fields) }
    const answer = await fetch(`${service.url}${path}`, { redirect: 'manual', headers: { cookie }, ...post })
    const text = await answer.clone().text()
    heard.push(`${path}\n${JSON.stringify([...answer.headers])}\n${text}`)
    expectNothingLeaksByReferer(answer, text)
    return answer
  }

  await ask('/login')
  await ask('/login', { username: 'canary', password: `${PASSWORD}-mistyped` })
  const welcome = await ask('/login', { username: 'canary', password: PASSWORD })
  expect(welcome.headers.get('location')).toBe('/')
  const cookies = welcome.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  cookie = cookies.join('; ')
  const paths = ['/', '/overview/facts', '/interfaces', '/interfaces/table', '/device-name', '/sessions']
  for (const path of [...paths, '/about', '/session', '/auth/console', '/nowhere']) await ask(path)
  const csrf = cookies.find((line) => line.startsWith('csrf='))?.slice('csrf='.length) ?? ''
  await ask('/session/timeout', { csrf, timeout: '600' })
  await ask('/logout', { csrf })
  return heard
}

/** The referrer policy hides our addresses from other sites, and every form is posted, so no input gets into an address. */
function expectNothingLeaksByReferer({ headers }: Response, text: string): void {
  expect(headers.get('referrer-policy')).toBe('same-origin')
  for (const [form] of text.matchAll(/<form[^>]*>/g)) expect(form).toMatch(/ method="post"/)
}

function shownByTheKernel(): Record<string, string> {
  const files = ['cmdline', 'comm', 'environ'].map((name) => [
    name,
    readFileSync(`/proc/${service.pid}/${name}`, 'latin1'),
  ])
  return Object.fromEntries(files)
}
