import { startDemoDevice } from '../../src/demo/demo-device.ts'
import { inParallel, logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'
import { quantile } from '../measure/statistics.ts'

export const ids = ['R11']
export const requirement = 'memory stays flat over a million logins and logouts'

const LOGINS = Number(process.env.LOGINS ?? 1_000_000)

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startDemoDevice()
  const service = await startService(device.url, '--login-attempts', 'off')
  const samples: number[] = []
  await inParallel(16, LOGINS, async (n) => {
    const { cookie } = await logInAt(service.url, {})
    const csrf = decodeURIComponent(/csrf=([^;]+)/.exec(cookie)?.[1] ?? '')
    await fetch(`${service.url}/logout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie, 'X-CSRF-Token': csrf },
    })
    if (n % Math.ceil(LOGINS / 400) === 0) samples.push(service.residentMib())
  })
  await service.stop()
  await device.stop()
  const quarter = (n: number) => samples.slice((samples.length * n) / 4, (samples.length * (n + 1)) / 4)
  const [second, last] = [quantile(quarter(1), 0.5), quantile(quarter(3), 0.5)]
  const figures = `${LOGINS} logins: RSS ${second.toFixed(0)} MiB in the second quarter, ${last.toFixed(0)} in the last (at most 1.05 times)`
  return { ok: last <= 1.05 * second, figures }
}

if (import.meta.main) console.log(await measure())
