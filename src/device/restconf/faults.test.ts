import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Fault } from '../../../test/support/device/faults.ts'
import { startTestDevice, type TestDevice } from '../../../test/support/device/test-device.ts'
import { until } from '../../../test/support/until.ts'
import { silentLog } from '../../log.ts'
import { Credentials } from '../credentials.ts'
import type { Device } from '../device.ts'
import { restconfDevice } from './client.ts'

let demo: TestDevice
let device: Device

beforeAll(async () => {
  demo = await startTestDevice()
  const trust = { kind: 'system' } as const
  device = restconfDevice({ root: new URL(demo.url), trust, timeoutMs: 30_000, log: silentLog })
})
afterEach(() => demo.faults.clear())
afterAll(async () => {
  device.close()
  await demo.stop()
})

const admin = new Credentials('admin', 'admin')
const stranger = new Credentials('admin', 'guess')

const faults: readonly [Fault, kind: string, code: string][] = [
  [{ kind: 'hang' }, 'slow', 'timeout'],
  [{ kind: 'slow-head', everyMs: 5 }, 'slow', 'timeout'],
  [{ kind: 'slow', ms: 60_000 }, 'slow', 'timeout'],
  [{ kind: 'drip', everyMs: 5 }, 'slow', 'timeout'],
  [{ kind: 'reset', how: 'rst' }, 'dead', 'connection-reset'],
  [{ kind: 'reset', how: 'close' }, 'dead', 'connection-reset'],
  [{ kind: 'reset-midway', framing: 'length' }, 'dead', 'connection-reset'],
  [{ kind: 'reset-midway', framing: 'chunked' }, 'dead', 'connection-reset'],
  [{ kind: 'bad-gateway' }, 'dead', 'status-502'],
  [{ kind: 'html' }, 'malformed', 'media-type'],
  [{ kind: 'media-type', mediaType: 'application/json' }, 'malformed', 'media-type'],
  [{ kind: 'redirect', to: '/restconf/data/ietf-system:system' }, 'malformed', 'redirect'],
  [{ kind: 'status', status: 204 }, 'malformed', 'status-204'],
  [{ kind: 'gzip' }, 'malformed', 'content-encoding'],
  [{ kind: 'gzip', inflatesTo: 2 ** 30 }, 'malformed', 'content-encoding'],
  [{ kind: 'huge', bytes: 2 ** 31, framing: 'length' }, 'malformed', 'too-large'],
  [{ kind: 'huge', bytes: 2 ** 31, framing: 'chunked' }, 'malformed', 'too-large'],
]

/** Faults that take for ever are given a moment after the device was asked, all others the time they need. */
function patience(kind: string): AbortSignal | undefined {
  if (kind !== 'slow') return undefined
  const over = new AbortController()
  const before = demo.journal.entries.length
  const isAsked = until(() => demo.journal.entries.length > before, 'the device is asked')
  void isAsked.then(() => Bun.sleep(50)).then(() => over.abort(new DOMException('over', 'TimeoutError')))
  return over.signal
}

test.each(faults)(
  'D1-D5, D8: %j is one call, by its kind and code, and no verdict',
  async (fault, kind, code) => {
    demo.faults.set(fault)
    const asked = demo.journal.entries.length
    const read = device.as(admin).get('infix-services:web', patience(kind))
    await expect(read).rejects.toMatchObject({ kind, code })
    await expect(device.verify(admin, patience(kind))).rejects.toMatchObject({ kind, code })
    expect(demo.journal.entries.length - asked).toBe(2)
  },
)

test('right after any fault the device is spoken to as before', async () => {
  for (const [fault, kind] of faults) {
    demo.faults.set(fault, { once: true })
    await device.verify(admin, patience(kind)).catch(() => {})
    expect((await device.verify(admin)).alreadyRead.size).toBe(1)
  }
})

test('a wrong password, a hidden system and an account that sees nothing are told apart', async () => {
  await expect(device.verify(stranger)).rejects.toMatchObject({ kind: 'rejected' })
  expect((await device.verify(new Credentials('guest', 'guest'))).user.username).toBe('guest')
  expect((await device.verify(new Credentials('noread', 'noread'))).user.username).toBe('noread')
  await expect(device.verify(new Credentials('noread', 'guess'))).rejects.toMatchObject({ kind: 'rejected' })
})

test('D9: a device that was dead is asked again as soon as it is back', async () => {
  await demo.goDead()
  await expect(device.verify(admin)).rejects.toMatchObject({ kind: 'dead' })
  await demo.comeBack()
  expect((await device.verify(admin)).alreadyRead.size).toBe(1)
})
