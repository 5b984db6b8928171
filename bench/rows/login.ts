import http from 'node:http'
import { quantile } from '../measure/statistics.ts'
import type { Row } from '../row.ts'

const LOGINS = 500
const MODEL_MS = 4_000
const RESOURCES = ['ietf-yang-library:yang-library', 'infix-services:web']
const AUTHORIZATION = `Basic ${btoa('admin:admin')}`

/** What a login costs beyond what the device takes for its two requests. */
export const login: Row = {
  name: 'login',
  async measure({ device, portico }, { share }) {
    const server = await portico(['--max-sessions-per-user', '10'])
    const browser = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const direct = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const journal = new URL('/demo/journal', device)
    // After the first login the device's model is read; nothing of that is part of a login.
    await logIn(server.url, browser)
    await Bun.sleep(MODEL_MS)
    await fetch(journal, { method: 'DELETE' })
    const logins: number[] = []
    const alone: number[] = []
    for (let n = 0; n < LOGINS * share; n++) {
      alone.push(await time(() => askDevice(device, direct)))
      logins.push(await time(() => logIn(server.url, browser)))
    }
    const { entries } = (await (await fetch(journal)).json()) as { entries: readonly { resource?: string }[] }
    await server.stop()

    const over = (part: number) => quantile(logins, part) - quantile(alone, part)
    const at = (part: number) =>
      `${quantile(logins, part).toFixed(1)} ms, the device alone ${quantile(alone, part).toFixed(1)} ms: ${over(part).toFixed(1)} ms more`
    // Two of them are those that we asked for directly.
    const asked = entries.filter(({ resource }) => RESOURCES.includes(resource ?? ''))
    const each = asked.length / logins.length - RESOURCES.length
    const what = 'POST /login'
    const against = 'the two requests alone, device of 45 ms a request'
    return {
      findings: [
        { what, against: 'requests to the device', aim: '2', measured: each.toFixed(2), isMet: each === 2 },
        { what: `${what}, p50`, against, aim: '≤ 5 ms more', measured: at(0.5), isMet: over(0.5) <= 5 },
        { what: `${what}, p99`, against, aim: '≤ 10 ms more', measured: at(0.99), isMet: over(0.99) <= 10 },
      ],
      plots: [],
    }
  },
}

async function time(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function askDevice(root: URL, agent: http.Agent): Promise<void> {
  for (const resource of RESOURCES) {
    const headers = { authorization: AUTHORIZATION, accept: 'application/yang-data+json' }
    await ask(`${root}/data/${resource}`, { agent, headers }, 200)
  }
}

async function logIn(base: URL, agent: http.Agent): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await ask(new URL('/login', base), { agent, headers, method: 'POST' }, 303, 'username=admin&password=admin')
}

function ask(
  url: URL | string,
  options: http.RequestOptions,
  expected: number,
  body?: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (answer) => {
      if (answer.statusCode !== expected) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.on('end', resolve).resume()
    })
    request.on('error', reject).end(body)
  })
}
