import { startTestDevice } from '../../test/support/device/test-device.ts'
import { logInAt } from '../measure/log-in.ts'
import { type RunningService, startService } from '../measure/running-service.ts'
import { quantile } from '../measure/statistics.ts'

export const ids = ['B1']
export const requirement =
  'a flood of wrong logins from one address reaches neither the device nor a user who browses'

const PER_SECOND = 200
const FLOOD_MS = 30_000
const CLICK_EVERY_MS = 20

/**
 * 200 wrong logins a second for 30 s from one address, beside a user at another who opens the overview: in turns at
 * the service that is flooded and at a second one that is not, so that what else this machine does meets both alike.
 */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  const [calm, flooded] = await Promise.all([openTab(device.url), openTab(device.url)])
  await browse([calm, flooded], 2_000)
  for (const tab of [calm, flooded]) tab.times.length = 0

  const [statuses] = await Promise.all([
    flood(flooded.service.url, '198.51.100.66'),
    browse([calm, flooded], FLOOD_MS),
  ])
  const calls = device.journal.count({ username: 'victim' })
  await Promise.all([calm.service.stop(), flooded.service.stop()])
  await device.stop()

  const throttled = statuses.filter((status) => status === 429).length
  const at = (part: number) => [calm, flooded].map(({ times }) => quantile(times, part))
  const [before = 0, during = Number.NaN] = at(0.99)
  const figures = [
    `${statuses.length} wrong logins in ${FLOOD_MS / 1000} s: ${throttled} answered 429, ${calls} reached the device (at most 20)`,
    `${flooded.times.length} pages of the user's, p50 ${spell(at(0.5))}, p99 ${spell([before, during])} (at most 3 times, or 20 ms)`,
  ]
  return { ok: calls <= 20 && during <= Math.max(3 * before, 20), figures: figures.join('; ') }
}

const spell = ([calm = 0, flooded = 0]: readonly number[]) =>
  `${calm.toFixed(1)} ms calm and ${flooded.toFixed(1)} ms flooded`

/** A user who is logged in at a service, and how long each page took. */
interface Tab {
  readonly service: RunningService
  readonly cookie: string
  readonly times: number[]
}

async function openTab(device: string): Promise<Tab> {
  const service = await startService(device)
  const { cookie } = await logInAt(service.url, { from: '192.0.2.1' })
  return { service, cookie, times: [] }
}

async function browse(tabs: readonly Tab[], forMs: number): Promise<void> {
  for (const end = performance.now() + forMs; performance.now() < end; await Bun.sleep(CLICK_EVERY_MS)) {
    for (const tab of tabs) await openOverview(tab)
  }
}

async function openOverview({ service, cookie, times }: Tab): Promise<void> {
  const startedAt = performance.now()
  const answer = await fetch(`${service.url}/`, { redirect: 'manual', headers: { Cookie: cookie } })
  await answer.text()
  if (answer.status !== 200) throw new Error(`the user got ${answer.status}`)
  times.push(performance.now() - startedAt)
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
