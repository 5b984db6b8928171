import { blackHole } from '../../test/support/black-hole.ts'
import type { Fault } from '../../test/support/device/faults.ts'
import { startTestDevice } from '../../test/support/device/test-device.ts'
import { logInAt } from '../measure/log-in.ts'
import { startService } from '../measure/running-service.ts'

export const ids = ['D4']
export const requirement =
  'a device that does not answer is given up in time, with the deadlines as they are by default'

const faults: readonly Fault[] = [{ kind: 'hang' }, { kind: 'slow-head' }, { kind: 'drip' }]

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const results = await Promise.all([
    ...faults.map((fault) => time(fault.kind, 11, (device) => void device.faults.set(fault))),
    time(
      'features hang',
      15,
      (device) => void device.faults.set({ kind: 'hang' }, { resource: 'infix-services:web' }),
    ),
    timeBlackHole(),
    timeMute(),
  ])
  const figures = results.map(
    ({ what, status, ms, most }) => `${what}: ${status} after ${(ms / 1000).toFixed(1)} s (at most ${most})`,
  )
  return { ok: results.every(({ ok }) => ok), figures: figures.join('; ') }
}

type Device = Awaited<ReturnType<typeof startTestDevice>>

async function time(what: string, most: number, spoil: (device: Device) => void) {
  const device = await startTestDevice()
  spoil(device)
  const result = await timeAt(what, most, device.url)
  await device.stop()
  return result
}

async function timeAt(what: string, most: number, restconf: string) {
  const service = await startService(restconf, '--login-attempts', 'off')
  const { status, ms } = await logInAt(service.url, {})
  await service.stop()
  return {
    what,
    most,
    status,
    ms,
    ok: ms <= most * 1000 && status === (what === 'features hang' ? 303 : 200),
  }
}

async function timeBlackHole() {
  const hole = await blackHole()
  const result = await timeAt('black hole', 11, `http://127.0.0.1:${hole.port}/restconf`)
  hole.close()
  return result
}

/** Takes connections, and not a byte of the handshake. */
async function timeMute() {
  const mute = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const result = await timeAt('TLS hang', 11, `https://127.0.0.1:${mute.port}/restconf`)
  mute.stop(true)
  return result
}

if (import.meta.main) console.log(await measure())
