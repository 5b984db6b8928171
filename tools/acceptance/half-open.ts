import { startTestDevice } from '../../test/support/device/test-device.ts'
import { startService } from '../measure/running-service.ts'
import { quantile } from '../measure/statistics.ts'
import { hold } from '../measure/wire.ts'

export const ids = ['W2']
export const requirement = 'thousands of half-open connections do not slow down anybody else'

const HALF_OPEN = 3_000
const PAGES = 2_000

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  const service = await startService(device.url)
  await pageTimes(service.url, 500)
  const calm = await pageTimes(service.url, PAGES)
  const sockets = await hold(service.port, HALF_OPEN, 'GET /login HTTP/1.1\r\nHost: localhost\r\n')
  const crowded = await pageTimes(service.url, PAGES)
  const open = sockets.filter(({ destroyed }) => !destroyed).length
  for (const socket of sockets) socket.destroy()
  await service.stop()
  await device.stop()
  const p99 = quantile(crowded, 0.99)
  return {
    ok: open === HALF_OPEN && p99 < 50,
    figures: `GET /login p99 ${quantile(calm, 0.99).toFixed(1)} ms alone, ${p99.toFixed(1)} ms beside ${open} half-open connections (under 50)`,
  }
}

async function pageTimes(url: string, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    await (await fetch(`${url}/login`)).text()
    times.push(performance.now() - startedAt)
  }
  return times
}

if (import.meta.main) console.log(await measure())
