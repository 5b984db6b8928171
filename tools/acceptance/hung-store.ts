import { startTestDevice } from '../../test/support/device/test-device.ts'
import { type RedisUnderTest, startRedis } from '../../test/support/redis.ts'
import { sharedStore } from '../../test/support/shared-store.ts'
import { inParallel, logInAt } from '../measure/log-in.ts'
import { type RunningService, startService } from '../measure/running-service.ts'
import { quantile } from '../measure/statistics.ts'

export const ids = ['R1', 'R4']
export const requirement =
  'a store that hangs or is gone is given up in time, and the login page is as quick as ever meanwhile'

const LOGIN_WITHIN_MS = 5_000
const COMMAND_WITHIN_MS = 2_000
const PAGE_WITHIN_MS = 50
const VISITS = 5_000
/** So many of them ask the hung store at a time. */
const STALLED = 20

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  const redis = await startRedis()
  const service = await startService(device.url, '--login-attempts', 'off', ...sharedStore(redis.url))
  const { cookie } = await logInAt(service.url, {})
  await visit(service, 500)
  const calm = await visit(service, VISITS)

  redis.master.pause()
  const [hung, pages, stalled] = await Promise.all([
    failToLogIn(service, 'hangs'),
    visit(service, VISITS),
    stall(service, cookie),
  ])
  redis.master.resume()
  const logins = [hung, await loseIt(service, redis)]

  await service.stop()
  await redis.stop()
  await device.stop()
  const slowest = Math.max(...stalled.map(({ ms }) => ms))
  const [p99, calmP99] = [pages, calm].map((times) => quantile(times, 0.99)) as [number, number]
  return {
    ok:
      logins.every(({ ok }) => ok) &&
      stalled.every(({ status }) => status === 503) &&
      slowest <= COMMAND_WITHIN_MS &&
      p99 < PAGE_WITHIN_MS,
    figures: [
      ...logins.map(({ told }) => told),
      `${stalled.length} pages that need the hung store: 503 after ${slowest.toFixed(0)} ms at most (${COMMAND_WITHIN_MS})`,
      `GET /login beside them p99 ${p99.toFixed(1)} ms, ${calmP99.toFixed(1)} ms before (under ${PAGE_WITHIN_MS})`,
    ].join('; '),
  }
}

async function loseIt(service: RunningService, { servers: [server] }: RedisUnderTest) {
  await server?.kill()
  return failToLogIn(service, 'is gone')
}

async function failToLogIn({ url }: RunningService, what: string) {
  const startedAt = performance.now()
  const body = new URLSearchParams({ username: 'admin', password: 'admin' })
  const answer = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' })
  const text = await answer.text()
  const ms = performance.now() - startedAt
  const isAsPromised =
    answer.status === 500 &&
    text === 'Internal server error' &&
    answer.headers.get('content-type')?.startsWith('text/plain') === true &&
    answer.headers.getSetCookie().length === 0
  return {
    ok: isAsPromised && ms <= LOGIN_WITHIN_MS,
    told: `login while the store ${what}: ${answer.status} after ${ms.toFixed(0)} ms (at most ${LOGIN_WITHIN_MS})`,
  }
}

/** Pages of users who are logged in; the first ones are asked for before the service knows that the store hangs. */
async function stall({ url }: RunningService, cookie: string) {
  const answers: { status: number; ms: number }[] = []
  await inParallel(STALLED, 5 * STALLED, async () => {
    const startedAt = performance.now()
    const answer = await fetch(`${url}/sessions`, { headers: { cookie } })
    await answer.text()
    answers.push({ status: answer.status, ms: performance.now() - startedAt })
  })
  return answers
}

async function visit({ url }: RunningService, count: number): Promise<number[]> {
  const times: number[] = []
  await inParallel(2, count, async () => {
    const startedAt = performance.now()
    await (await fetch(`${url}/login`)).text()
    times.push(performance.now() - startedAt)
  })
  return times
}

if (import.meta.main) console.log(await measure())
