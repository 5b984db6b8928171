import { startTestDevice } from '../../test/support/device/test-device.ts'
import { inParallel, logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'

export const ids = ['S12']
export const requirement = 'a hundred users at once are never taken for one another'

const USERS = 100
const REQUESTS = 10_000

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  const names = Array.from({ length: USERS }, (_, n) => `user-${n}`)
  for (const name of names) device.accounts.add(name, `pw-${name}`)
  const service = await startService(device.url, '--login-attempts', 'off', '--device-concurrency', '100')
  const logins = await Promise.all(
    names.map((username) => logInAt(service.url, { username, password: `pw-${username}` })),
  )
  let mixUps = 0
  await inParallel(32, REQUESTS, async (n) => {
    const answer = await fetch(`${service.url}/session`, {
      headers: { Cookie: logins[n % USERS]?.cookie ?? '' },
    })
    if (!(await answer.text()).includes(`"username":"${names[n % USERS]}"`)) mixUps++
  })
  await service.stop()
  await device.stop()
  const distinct = new Set(logins.map(({ cookie }) => cookie)).size
  return {
    ok: distinct === USERS && mixUps === 0,
    figures: `${distinct} tokens, ${mixUps} mix-ups in ${REQUESTS} requests`,
  }
}

if (import.meta.main) console.log(await measure())
