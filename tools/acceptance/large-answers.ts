import { startTestDevice } from '../../test/support/device/test-device.ts'
import { logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'

export const ids = ['D5']
export const requirement = 'an endless answer of the device costs a bounded memory'

const MAX_MIB = 16
const MODEL_MS = 5_000

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  const service = await startService(device.url, '--login-attempts', 'off')
  for (let n = 0; n < 100; n++) await logInAt(service.url, {})
  // The model that is read after the first login takes memory of its own.
  await Bun.sleep(MODEL_MS)
  // So does what only a failure needs.
  device.faults.set({ kind: 'huge', bytes: 2 ** 31, framing: 'chunked' })
  for (let n = 0; n < 5; n++) await logInAt(service.url, {})
  device.faults.clear()
  const figures: string[] = []
  let ok = true
  for (const framing of ['length', 'chunked'] as const) {
    device.faults.set({ kind: 'huge', bytes: 2 ** 31, framing })
    const before = service.residentMib()
    let peak = before
    const watching = setInterval(() => {
      peak = Math.max(peak, service.residentMib())
    }, 5)
    const { status, ms } = await logInAt(service.url, {})
    clearInterval(watching)
    const grown = peak - before
    ok &&= grown <= MAX_MIB && status === 200
    figures.push(
      `2 GiB by ${framing}: status ${status} after ${ms.toFixed(0)} ms, RSS +${grown.toFixed(1)} MiB at its peak`,
    )
    device.faults.clear()
  }
  await service.stop()
  await device.stop()
  return { ok, figures: `${figures.join('; ')} (at most ${MAX_MIB})` }
}

if (import.meta.main) console.log(await measure())
