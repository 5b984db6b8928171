import { logInAt } from '../measure/log-in.ts'
import { startServiceIn } from '../measure/running-service.ts'
import { forEachVersion, type Version } from './versions.ts'

/**
 * Attack 4: thirty wrong logins a second from 256 networks, at a device that delays its answer to a wrong password as PAM does.
 * How many right logins get in meanwhile, from a browser that has logged in before and from one that has not?
 */
const PAM_DELAY_MS = 2_000
const GUESSES_A_SECOND = 30
const NETWORKS = 256
const WARM_UP_MS = 12_000
const TRIES = 7

type Statuses = { readonly known: readonly number[]; readonly other: readonly number[] }
const found = new Map<string, Statuses>()
await forEachVersion(async (version) => void found.set(version.name, await attack(version)))

const sayHow = (statuses: readonly number[]) => {
  const isIn = (status: number) => status === 303
  const others = statuses.filter((status) => !isIn(status))
  return `${statuses.filter(isIn).length} of ${statuses.length} in${others.length > 0 ? ` (others: ${others.join(' ')})` : ''}`
}
console.log(`right logins beside ${GUESSES_A_SECOND} wrong ones a second from ${NETWORKS} networks`)
for (const [version, { known, other }] of found)
  console.log(`  ${version.padEnd(8)} known browser ${sayHow(known)}; other browser ${sayHow(other)}`)
const now = found.get('now')
process.exit([...(now?.known ?? []), ...(now?.other ?? [])].every((status) => status === 303) ? 0 : 1)

async function attack({ folder }: Version): Promise<Statuses> {
  const device = startSlowDevice()
  const service = await startServiceIn({ checkout: folder, device: new URL('/restconf', device.url).href })
  const { cookie } = await logInAt(service.url, { from: '203.0.113.1' })
  const flood = startFlood(service.url)
  await Bun.sleep(WARM_UP_MS)
  const known: number[] = []
  const other: number[] = []
  for (let time = 0; time < TRIES; time++) {
    known.push((await logInAt(service.url, { from: '203.0.113.1', cookie })).status)
    other.push((await logInAt(service.url, { from: `203.0.113.${50 + time}` })).status)
  }
  flood.stop()
  await service.stop()
  device.stop(true)
  return { known, other }
}

function startFlood(url: string) {
  let count = 0
  const timer = setInterval(() => {
    const network = count++ % NETWORKS
    void logInAt(url, { password: `guess ${count}`, from: `10.${network}.0.1` }).catch(() => {})
  }, 1_000 / GUESSES_A_SECOND)
  return { stop: () => clearInterval(timer) }
}

function startSlowDevice() {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch({ headers }) {
      const authorization = headers.get('authorization')
      const type = { 'Content-Type': 'application/yang-data+json' }
      if (authorization === `Basic ${btoa('admin:admin')}`) return new Response('{}', { headers: type })
      if (authorization !== null) await Bun.sleep(PAM_DELAY_MS)
      return new Response('{}', { status: 401, headers: type })
    },
  })
}
