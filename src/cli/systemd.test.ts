import { afterAll, beforeEach, expect, jest, test } from 'bun:test'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../test/support/until.ts'
import { silentLog } from '../log.ts'
import { serviceManager } from './systemd.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-systemd-'))
const told = join(folder, 'told')
writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >>${told}\n`)
chmodSync(join(folder, 'systemd-notify'), 0o755)
beforeEach(() => writeFileSync(told, ''))
afterAll(() => rmSync(folder, { recursive: true }))

const env = { PATH: `${folder}:/bin`, NOTIFY_SOCKET: '/run/systemd/notify' }
const heard = () => readFileSync(told, 'utf8')

test('systemd is told when we are ready, and when we stop', async () => {
  const systemd = serviceManager(env, silentLog)
  await systemd.ready()
  await systemd.stopping()
  expect(heard()).toBe('/run/systemd/notify READY=1\n/run/systemd/notify STOPPING=1\n')
})

test('the watchdog hears from us at half of its period', async () => {
  jest.useFakeTimers()
  const ready = serviceManager({ ...env, WATCHDOG_USEC: '30000000' }, silentLog).ready()
  jest.advanceTimersByTime(14_999)
  expect(jest.getTimerCount()).toBe(1)
  await ready
  expect(heard()).not.toContain('WATCHDOG=1')
  jest.advanceTimersByTime(1)
  jest.clearAllTimers()
  jest.useRealTimers()
  await until(() => heard().includes('WATCHDOG=1'), 'systemd hears from the watchdog')
})

test('without a service manager nothing is sent', async () => {
  const systemd = serviceManager({ PATH: env.PATH }, silentLog)
  await systemd.ready()
  await systemd.stopping()
  expect(heard()).toBe('')
})

test('a tool that is not there is a warning, and the service goes on', async () => {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (event: string) => void warnings.push(event) }
  await serviceManager({ ...env, PATH: '/nowhere' }, log).ready()
  expect(warnings).toEqual(['systemd.not-told'])
})
