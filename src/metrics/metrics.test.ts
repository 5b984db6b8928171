import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { findCommand } from '../../scripts/find-command.ts'
import { startTestDevice, type TestDevice } from '../../test/support/device/test-device.ts'
import { until } from '../../test/support/until.ts'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { memoryStore } from '../session/stores/memory.ts'
import { createService, type Service } from '../wiring.ts'
import { type Metrics, openMetrics } from './metrics.ts'

let device: TestDevice
let metrics: Metrics
let service: Service

beforeEach(async () => {
  device = await startTestDevice()
  metrics = openMetrics({ version: '1.2.3' })
  const config = readConfig(['--restconf', device.url], {})
  service = await createService(config, {
    log: metrics.countEvents(silentLog),
    pause: async () => {},
    isModelReadOnDemand: true,
    metrics,
  })
})
afterEach(async () => {
  await service.stop()
  await device.stop()
})

const ask = (path: string, request: RequestInit = {}) =>
  service.fetch(
    new Request(`http://localhost${path}`, {
      ...request,
      headers: { host: 'localhost', ...request.headers },
    }),
    {
      peer: '192.0.2.9',
      tls: false,
    },
  )

async function logIn(username: string, password: string) {
  const answer = await ask('/login', { method: 'POST', body: new URLSearchParams({ username, password }) })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('logins are counted by what came of them', async () => {
  await logIn('admin', 'admin')
  await logIn('admin', 'wrong-guess')
  await logIn('nobody', 'wrong-guess')
  await logIn('', '')
  await device.goDead()
  await logIn('admin', 'admin')
  expect(await figures('portico_logins_total')).toEqual({
    '{outcome="welcome"}': 1,
    '{outcome="wrong-credentials"}': 2,
    '{outcome="missing-field"}': 1,
    '{outcome="device-unreachable"}': 1,
    '{outcome="throttled"}': 0,
    '{outcome="busy"}': 0,
    '{outcome="left"}': 0,
    '{outcome="failed"}': 0,
    '{outcome="forged"}': 0,
  })
})

test('calls to the device are timed by resource and outcome', async () => {
  await logIn('admin', 'admin')
  await logIn('admin', 'wrong-guess')
  expect(await figures('portico_device_call_seconds_count')).toEqual({
    '{resource="ietf-yang-library:yang-library",outcome="ok"}': 1,
    '{resource="infix-services:web",outcome="ok"}': 1,
    // one of them as a stranger, when the service started
    '{resource="ietf-yang-library:yang-library",outcome="status-401"}': 2,
  })
})

test('no label tells what users look at, and they cannot make ever more of them', async () => {
  const cookie = await logIn('admin', 'admin')
  await until(async () => {
    const answer = await ask('/data/ietf-system:system?view=json', { headers: { cookie } })
    return answer.status === 200
  }, 'the model is read')
  for (const path of ['/data/ietf-interfaces:interfaces/interface=e1', '/data/ietf-system:system/hostname'])
    await ask(`${path}?view=json`, { headers: { cookie } })
  const labels = Object.keys(await figures('portico_device_call_seconds_count'))
  expect(labels).toContain('{resource="data",outcome="ok"}')
  expect(labels.filter((label) => /ietf-system|ietf-interfaces/.test(label))).toEqual([])
})

test('a device with ever other answers makes no ever other labels', async () => {
  for (let status = 100; status < 1_000; status++)
    metrics.observe({ resource: 'data', outcome: `status-${status}`, ms: 1 })
  const counts = await figures('portico_device_call_seconds_count')
  expect(Object.keys(counts).length).toBeLessThan(60)
  expect(counts['{resource="data",outcome="other"}']).toBeGreaterThan(800)
})

test('sessions are counted, and the operations of their store timed', async () => {
  const cookie = await logIn('admin', 'admin')
  await ask('/session', { headers: { cookie } })
  expect(await figures('portico_sessions')).toEqual({ '': 1 })
  expect(await figures('portico_store_operation_seconds_count')).toMatchObject({
    '{operation="insert",outcome="ok"}': 1,
    '{operation="find",outcome="ok"}': 1,
  })
})

test('events are counted by their name in the log', async () => {
  await logIn('admin', 'admin')
  expect(await figures('portico_events_total')).toMatchObject({ '{level="info",event="login.succeeded"}': 1 })
})

test('a store that is down leaves all other figures standing', async () => {
  const store = { ...memoryStore({ now: Date.now }), count: () => Promise.reject(new Error('down')) }
  const watched = openMetrics({ version: '1.2.3' })
  watched.timeStore(store)
  const text = await watched.text()
  expect(text).toContain('portico_sessions Nan')
  expect(text).toContain('portico_build_info{version="1.2.3"')
})

test('P1 no user name, password, address or token is in the figures', async () => {
  const cookie = await logIn('admin', 'admin')
  await logIn('canary-user', 'canary-password')
  await ask('/no/such/canary-path', { headers: { cookie } })
  const text = await metrics.text()
  expect(text).not.toMatch(/canary|192\.0\.2\.9|"admin"/)
  expect(text).not.toContain(cookie.split('=')[1] ?? 'no cookie')
})

test('lag of the event loop is among them', async () => {
  expect(await metrics.text()).toContain('nodejs_eventloop_lag_p99_seconds')
})

describe('promtool', () => {
  const promtool = findCommand(['promtool']) ?? 'promtool'

  test('finds nothing to complain of in the figures', async () => {
    await logIn('admin', 'admin')
    const { exitCode, stderr } = Bun.spawnSync([promtool, 'check', 'metrics'], {
      stdin: Buffer.from(await metrics.text()),
    })
    expect(stderr.toString()).toBe('')
    expect(exitCode).toBe(0)
  })
})

/** The samples of one metric, by their labels. */
async function figures(name: string): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith(name))
  const samples = lines
    .map((line) => /^(\w+)(\{.*\})? (.*)$/.exec(line))
    .filter((match) => match?.[1] === name)
  return Object.fromEntries(samples.map((match) => [match?.[2] ?? '', Number(match?.[3])]))
}
