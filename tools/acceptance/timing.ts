import { startTestDevice } from '../../test/support/device/test-device.ts'
import { inParallel, logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'
import { quantile, sameDistribution } from '../measure/statistics.ts'

export const ids = ['E2']
export const requirement =
  'an unknown user and a wrong password take the same time, whatever the device takes over them'

const EACH = 200
const AT_A_TIME = 4

/** A device that takes 60 ms over the password of a user it knows, and answers at once for any other. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  device.faults.set({ kind: 'slow', ms: 60 }, { username: 'admin' })
  const service = await startService(device.url, '--login-attempts', 'off')
  const attempt = (username: string) => logInAt(service.url, { username, password: 'wrong' })

  await inParallel(AT_A_TIME, 20, async (index) => void (await attempt(index % 2 ? 'admin' : 'nobody')))
  const known: number[] = []
  const unknown: number[] = []
  await inParallel(AT_A_TIME, 2 * EACH, async (index) => {
    if (index % 2) known.push((await attempt('admin')).ms)
    else unknown.push((await attempt('nobody')).ms)
  })
  await service.stop()
  await device.stop()

  const apart = Math.abs(quantile(known, 0.5) - quantile(unknown, 0.5))
  const p = sameDistribution(known, unknown)
  const least = Math.min(...known, ...unknown)
  const figures = [
    `n = ${EACH} each, device 60 ms for the known user, 1 ms for the unknown`,
    `medians ${quantile(known, 0.5).toFixed(1)} and ${quantile(unknown, 0.5).toFixed(1)} ms, ${apart.toFixed(1)} ms apart (at most 10)`,
    `Kolmogorov-Smirnov p = ${p.toFixed(3)} (more than 0.01), shortest ${least.toFixed(0)} ms (at least 250)`,
  ]
  return { ok: apart <= 10 && p > 0.01 && least >= 250, figures: figures.join('; ') }
}

if (import.meta.main) console.log(await measure())
