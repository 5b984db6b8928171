import { startTestDevice } from '../../test/support/device/test-device.ts'
import { inParallel, logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'

export const ids = ['B7']
export const requirement =
  'of 500 logins at once at most 32 are at the device, and the surplus is told within a second'

const LOGINS = 500
const AT_THE_DEVICE = 32
const WAITING = 128

/** A device that takes two seconds over each call, and a login from each of 500 addresses at the same moment. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  const service = await startService(device.url)
  await inParallel(8, 200, async (index) => void (await logInAt(service.url, { from: addressOf(index) })))
  device.journal.clear()
  device.faults.set({ kind: 'slow', ms: 2_000 })
  const logins = await Promise.all(
    Array.from({ length: LOGINS }, (_, index) => logInAt(service.url, { from: addressOf(index) })),
  )
  await service.stop()
  await device.stop()

  const count = (status: number) => logins.filter((login) => login.status === status).length
  const atOnce = logins.filter(({ status, ms }) => status === 503 && ms <= 1_000).length
  const slowest = Math.max(...logins.map(({ ms }) => ms))
  const surplus = LOGINS - AT_THE_DEVICE - WAITING
  const figures = [
    `${LOGINS} at once, device 2 s: ${device.journal.maxOpen} device calls open at most (at most ${AT_THE_DEVICE})`,
    `${count(303)} got in, ${count(503)} were turned away, ${atOnce} of them within a second (at least ${surplus})`,
    `the last answer came after ${(slowest / 1000).toFixed(1)} s`,
  ]
  return { ok: device.journal.maxOpen <= AT_THE_DEVICE && atOnce >= surplus, figures: figures.join('; ') }
}

const addressOf = (index: number) => `10.0.${index >> 8}.${index & 255}`

if (import.meta.main) console.log(await measure())
