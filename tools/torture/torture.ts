import { startTestDevice } from '../../test/support/device/test-device.ts'
import { startSentinel } from '../../test/support/redis.ts'
import { startServiceProcess } from '../../test/support/service-process.ts'
import { sharedStore } from '../../test/support/shared-store.ts'
import { until } from '../../test/support/until.ts'
import { Chaos } from './chaos.ts'
import { judgeAfterRecovery, TorturedClient } from './client.ts'
import { Notes, type Report } from './report.ts'

export interface TortureOptions {
  readonly forMs: number
  readonly say?: (line: string) => void
}

const CLIENTS = 8

/**
 * In the manner of Jepsen: eight clients log in, read, idle out and log out through two instances that share a Redis
 * behind sentinels, while its servers are killed, paused, cut off and failed over. Then all is made well, and every promise
 * that an answer made is looked at.
 */
export async function torture({ forMs, say = () => {} }: TortureOptions): Promise<Report> {
  const device = await startTestDevice()
  const redis = await startSentinel({ relays: true })
  // A login whose reply was lost may leave a session for a moment: it must not end a real one.
  const roomy = ['--max-sessions-per-user', '50', '--session-store', redis.url]
  const flags = [...sharedStore(redis.url).slice(2), ...roomy]
  const start = () => startServiceProcess({ device, flags })
  const instances = await Promise.all([start(), start()])
  const urls = instances.map(({ url }) => url)
  const notes = new Notes()

  const clients = Array.from({ length: CLIENTS }, (_, number) => {
    device.accounts.add(`client${number}`, `client${number}`)
    return new TorturedClient(`client${number}`, urls, notes)
  })
  const chaos = new Chaos(redis, { notes, say })
  const end = Date.now() + forMs
  const isOver = () => Date.now() > end
  await Promise.all([chaos.runUntil(isOver), ...clients.map((client) => client.runUntil(isOver))])

  await chaos.heal()
  await Promise.all(urls.map((url) => until(() => isReady(url), 'the store is found again', 90_000))).catch(
    async (cause) => {
      throw new Error(`an instance did not find its store again:\n${await chaos.describe()}`, { cause })
    },
  )
  await judgeAfterRecovery(clients, notes)

  await Promise.all(instances.map((instance) => instance[Symbol.asyncDispose]()))
  await redis.stop()
  await device.stop()
  return notes
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(new URL('/readyz', url), { keepalive: false })).status === 204
}
