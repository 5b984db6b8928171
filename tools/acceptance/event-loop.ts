import { startTestDevice } from '../../test/support/device/test-device.ts'
import { inParallel, logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'

export const ids = ['R13']
export const requirement = 'the event loop stays free under 64 parallel logins'

const MAX_MS = 20
const METRICS = '127.0.0.1:9187'

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice({ delays: 'real' })
  const service = await startService(device.url, '--login-attempts', 'off', '--metrics-listen', METRICS)
  await lagP99()
  await Bun.sleep(2_000)
  const idle = await lagP99()
  await inParallel(64, 640, async () => void (await logInAt(service.url, {})))
  const busy = await lagP99()
  await service.stop()
  await device.stop()
  return {
    ok: busy < MAX_MS,
    figures: `event loop lag p99: ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms under 640 logins, 64 at a time (under ${MAX_MS})`,
  }
}

/** Each reading of the metric starts a new period: it covers the time since the last one. */
async function lagP99(): Promise<number> {
  const text = await (await fetch(`http://${METRICS}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000
}

if (import.meta.main) console.log(await measure())
