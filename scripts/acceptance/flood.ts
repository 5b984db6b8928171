import { startDemoDevice } from '../../src/demo/demo-device.ts'
import { logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'
import { quantile } from '../measure/statistics.ts'

export const ids = ['B1']
export const requirement =
  'a flood of wrong logins from one address reaches neither the device nor a user who browses'

const PER_SECOND = 200
const FLOOD_MS = 30_000
const CALM_MS = 10_000
const CLICK_EVERY_MS = 20

/** 200 wrong logins a second for 30 s from one address, beside a user at another who opens the overview. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startDemoDevice()
  const service = await startService(device.url)
  const { cookie } = await logInAt(service.url, { from: '192.0.2.1' })
  await browse(service.url, cookie, 1_000)

  const calm = await browse(service.url, cookie, CALM_MS)
  device.journal.clear()
  const [flooded, statuses] = await Promise.all([
    browse(service.url, cookie, FLOOD_MS),
    flood(service.url, '198.51.100.66'),
  ])
  const calls = device.journal.count({ username: 'victim' })
  await service.stop()
  await device.stop()

  const [before, during] = [quantile(calm, 0.99), quantile(flooded, 0.99)]
  const throttled = statuses.filter((status) => status === 429).length
  const figures = [
    `${statuses.length} wrong logins in ${FLOOD_MS / 1000} s: ${throttled} answered 429, ${calls} reached the device (at most 20)`,
    `the user's p50 ${quantile(calm, 0.5).toFixed(1)} -> ${quantile(flooded, 0.5).toFixed(1)} ms`,
    `p99 ${before.toFixed(1)} -> ${during.toFixed(1)} ms (at most 3 times, or 20 ms), ${flooded.length} pages`,
  ]
  return { ok: calls <= 20 && during <= Math.max(3 * before, 20), figures: figures.join('; ') }
}

/** Opens the overview again and again; how long each took. */
async function browse(service: string, cookie: string, forMs: number): Promise<number[]> {
  const times: number[] = []
  for (const end = performance.now() + forMs; performance.now() < end; await Bun.sleep(CLICK_EVERY_MS)) {
    const startedAt = performance.now()
    const answer = await fetch(`${service}/`, { redirect: 'manual', headers: { Cookie: cookie } })
    await answer.text()
    if (answer.status !== 200) throw new Error(`the user got ${answer.status}`)
    times.push(performance.now() - startedAt)
  }
  return times
}

async function flood(service: string, from: string): Promise<number[]> {
  const statuses: number[] = []
  const open: Promise<unknown>[] = []
  const startedAt = performance.now()
  for (let sent = 0; sent < (PER_SECOND * FLOOD_MS) / 1000; sent++) {
    await Bun.sleep(Math.max(0, startedAt + (sent * 1000) / PER_SECOND - performance.now()))
    const guess = { username: 'victim', password: `guess ${sent}`, from }
    open.push(logInAt(service, guess).then(({ status }) => statuses.push(status)))
  }
  await Promise.all(open)
  return statuses
}

if (import.meta.main) console.log(await measure())
