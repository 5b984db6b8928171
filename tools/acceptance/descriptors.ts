import { startTestDevice } from '../../test/support/device/test-device.ts'
import { startService } from '../measure/running-service.ts'
import { hold } from '../measure/wire.ts'

export const ids = ['R12']
export const requirement =
  'a service that has run out of descriptors takes connections again soon after some are free'

const DESCRIPTORS = 100
const MAX_MS = 5_000

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  const service = await startService(device.url)
  Bun.spawnSync(['prlimit', `--pid=${service.pid}`, `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`])
  const sockets = await hold(service.port, 2 * DESCRIPTORS, 'GET /login HTTP/1.1\r\nHost: localhost\r\n')
  await Bun.sleep(1_000)
  for (const socket of sockets) socket.destroy()
  const startedAt = performance.now()
  const status = await firstAnswer(service.url)
  const ms = performance.now() - startedAt
  await service.stop()
  await device.stop()
  return {
    ok: status === 200 && ms <= MAX_MS,
    figures: `answered ${status} after ${ms.toFixed(0)} ms (at most ${MAX_MS})`,
  }
}

async function firstAnswer(url: string): Promise<number> {
  for (const end = performance.now() + 30_000; performance.now() < end; await Bun.sleep(50)) {
    try {
      return (await fetch(`${url}/login`, { keepalive: false, signal: AbortSignal.timeout(10_000) })).status
    } catch {
      // Not yet.
    }
  }
  return 0
}

if (import.meta.main) console.log(await measure())
