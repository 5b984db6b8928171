import { type KeptConnection, keepConnection } from '../measure/kept-connection.ts'
import { inParallel } from '../measure/log-in.ts'
import { startQuickDevice } from '../measure/quick-device.ts'
import { startService } from '../measure/running-service.ts'
import { quantile } from '../measure/statistics.ts'

export const ids = ['R11']
export const requirement = 'memory stays flat over a million logins and logouts through the whole service'

const LOGINS = Number(process.env.LOGINS ?? 1_000_000)
const AT_A_TIME = 16
const USERS = 5_000
const ADDRESSES = 60_000
const SAMPLES = 1_000
const MAX_GROWTH = 1.05

/** Over HTTP, with the throttle on, from many addresses: all that a login leaves anywhere is there. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startQuickDevice()
  const service = await startService(device.url)
  const connections = await Promise.all(Array.from({ length: AT_A_TIME }, () => keepConnection(service.port)))
  const resident: number[] = []
  await inParallel(AT_A_TIME, LOGINS, async (n) => {
    const connection = connections.pop()
    if (!connection) throw new Error('there is a connection for each at a time')
    await comeAndGo(connection, n)
    connections.push(connection)
    if (n % Math.ceil(LOGINS / SAMPLES) === 0) resident.push(service.residentMib())
  })
  for (const connection of connections) connection.close()
  await service.stop()
  await device.stop()

  const quarter = (n: number) => resident.slice((resident.length * n) / 4, (resident.length * (n + 1)) / 4)
  const [first, second, third, last] = [0, 1, 2, 3].map((n) => quantile(quarter(n), 0.5))
  const ratio = (last ?? Number.NaN) / (second ?? Number.NaN)
  const quarters = [first, second, third, last].map((mib) => mib?.toFixed(0)).join(', ')
  const figures =
    `${LOGINS} logins and logouts: RSS by quarters ${quarters} MiB, ` +
    `the last ${ratio.toFixed(3)} times the second (at most ${MAX_GROWTH})`
  return { ok: ratio <= MAX_GROWTH, figures }
}

async function comeAndGo(connection: KeptConnection, n: number): Promise<void> {
  const address = n % ADDRESSES
  const from = `X-Forwarded-For: 10.1.${address >> 8}.${address & 255}`
  const form = `username=user${n % USERS}&password=a-password-of-usual-length`
  const welcome = await connection.ask(post('/login', [from, FORM], form))
  const cookies = [...welcome.matchAll(/^Set-Cookie: ([^;]+)/gim)].map(([, cookie]) => cookie).join('; ')
  const [, csrf = ''] = /csrf=([^;]+)/.exec(cookies) ?? []
  const token = `X-CSRF-Token: ${decodeURIComponent(csrf)}`
  const bye = await connection.ask(post('/logout', [from, `Cookie: ${cookies}`, token], ''))
  for (const answer of [welcome, bye]) {
    if (!answer.startsWith('HTTP/1.1 303')) throw new Error(`no redirect, but: ${answer}`)
  }
}

const FORM = 'Content-Type: application/x-www-form-urlencoded'

function post(path: string, headers: readonly string[], body: string): string {
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, `Content-Length: ${body.length}`]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

if (import.meta.main) console.log(await measure())
