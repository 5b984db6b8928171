import { startTestDevice } from '../../test/support/device/test-device.ts'
import { type RunningService, startService } from '../measure/running-service.ts'
import { outlast } from '../measure/wire.ts'

export const ids = ['I2']
export const requirement = 'a body over the cap is answered at once, without being read or kept'

const MIB = 1024 * 1024
const head = 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded'
const filling = 'a'.repeat(10 * MIB)
const fields = Array.from({ length: 10_000 }, (_, n) => `field${n}=${n}`).join('&')

const bodies: readonly [string, string][] = [
  ['10 MiB', `${head}\r\nContent-Length: ${filling.length}\r\n\r\n${filling}`],
  [
    '10 MiB in one chunk',
    `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${filling.length.toString(16)}\r\n${filling}`,
  ],
  ['10 000 fields', `${head}\r\nContent-Length: ${fields.length}\r\n\r\n${fields}`],
]
const EACH = 10

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const device = await startTestDevice()
  const service = await startService(device.url)
  // What the first requests cost once is not what a body costs.
  for (let n = 0; n < 200; n++) await (await fetch(`${service.url}/login`)).text()
  await outlast(service.port, bodies[0]?.[1] ?? '')
  const results: (Posted & { what: string })[] = []
  for (const [what, bytes] of bodies) results.push({ what, ...(await post(service, bytes)) })
  await service.stop()
  await device.stop()
  const figures = results.map(
    ({ what, said, slowestMs, grownMib }) =>
      `${what}: "${said}" within ${slowestMs.toFixed(0)} ms, RSS +${grownMib.toFixed(1)} MiB`,
  )
  const isGood = ({ said, slowestMs, grownMib }: Posted) =>
    /^(HTTP\/1\.1 4(00|13)|$)/.test(said) && slowestMs < 5_000 && grownMib <= 8
  return { ok: results.every(isGood), figures: `${figures.join('; ')} (5 s, 8 MiB)` }
}

interface Posted {
  readonly said: string
  readonly slowestMs: number
  readonly grownMib: number
}

async function post(service: RunningService, bytes: string): Promise<Posted> {
  const before = service.residentMib()
  let [slowestMs, peakMib, said] = [0, before, '']
  const watching = setInterval(() => {
    peakMib = Math.max(peakMib, service.residentMib())
  }, 5)
  for (let n = 0; n < EACH; n++) {
    const ending = await outlast(service.port, bytes)
    slowestMs = Math.max(slowestMs, ending.ms)
    said = ending.said || said
  }
  clearInterval(watching)
  return { said, slowestMs, grownMib: Math.max(peakMib, service.residentMib()) - before }
}

if (import.meta.main) console.log(await measure())
