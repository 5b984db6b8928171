import { startDemoDevice } from '../../src/demo/demo-device.ts'
import { inParallel, logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'

export const ids = ['B4']
export const requirement =
  'guessers from 100 000 addresses with 100 000 names cost a bounded memory and lock nobody out'

const GUESSERS = 100_000
const AT_A_TIME = 400
const WARM_UP = 10_000
const AT_MOST_MIB = 32

/** Warms the process up with names and addresses that it already knows, so that what grows after that is the throttle. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startDemoDevice()
  const service = await startService(device.url, '--login-attempts', '100000000/10m')
  const guess = async (from: string, username: string) => {
    await logInAt(service.url, { username, password: 'guess', from })
  }

  await inParallel(AT_A_TIME, WARM_UP, (index) => guess(addressOf(index % 10), 'victim'))
  const before = await settled(service.residentMiB)
  await inParallel(AT_A_TIME, GUESSERS, (index) => guess(addressOf(index), `victim ${index}`))
  const after = await settled(service.residentMiB)
  const { status } = await logInAt(service.url, { from: '203.0.113.1' })
  await service.stop()
  await device.stop()

  const grown = after - before
  const figures = [
    `${GUESSERS} names and addresses: ${before.toFixed(0)} -> ${after.toFixed(0)} MiB, ${grown.toFixed(1)} more (at most ${AT_MOST_MIB})`,
    `a fresh address is answered ${status} (303)`,
  ]
  return { ok: grown <= AT_MOST_MIB && status === 303, figures: figures.join('; ') }
}

const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/** The least that is seen within a few seconds: what is only waiting to be collected does not count. */
async function settled(read: () => number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < 10; look++) {
    await Bun.sleep(500)
    least = Math.min(least, read())
  }
  return least
}

if (import.meta.main) console.log(await measure())
