import { expect, test } from 'bun:test'
import { silentLog } from '../../log.ts'
import { type Metrics, openMetrics } from '../../metrics/metrics.ts'
import { memoryStore } from '../../session/stores/memory.ts'
import { CrewFigures } from './crew-figures.ts'
import { Member } from './member.ts'

const open = () => openMetrics({ version: '1.2.3' })

/** A worker that has counted something, and tells its parent when asked. */
function workerWith(metrics: Metrics, number = 1) {
  let end = (_exitCode: number) => {}
  const exited = new Promise<number>((resolve) => {
    end = resolve
  })
  const member: Member = new Member(number, (_, hear) => {
    queueMicrotask(() => hear({ kind: 'ready' }))
    return {
      ...{ exited, exitCode: null, signalCode: null, kill() {}, disconnect() {} },
      async send() {
        hear({ kind: 'figures', figures: structuredClone(await metrics.figures()) })
      },
    }
  })
  return { member, end }
}

function welcome(metrics: Metrics, times: number): void {
  const log = metrics.countEvents(silentLog)
  for (let n = 0; n < times; n++) log.info('login.succeeded')
}

const logins = (text: string) => Number(/^portico_logins_total\{outcome="welcome"\} (\d+)$/m.exec(text)?.[1])

test('what the workers counted is added up; what they all see is told once', async () => {
  const [one, other, own] = [open(), open(), open()]
  const store = memoryStore({ now: Date.now })
  for (const metrics of [one, other]) {
    metrics.timeStore({ ...store, count: async () => 7 })
    welcome(metrics, 3)
    metrics.observe({ resource: 'a:b', outcome: 'ok', ms: 20 })
  }
  own.countEvents(silentLog).error('worker.died')
  const members = [workerWith(one).member, workerWith(other, 2).member]
  await Promise.all(members.map(({ ready }) => ready))
  const text = await new CrewFigures(own, () => members).text()
  expect(logins(text)).toBe(6)
  expect(text).toContain('portico_sessions 7\n')
  expect(text).toContain('portico_build_info{version="1.2.3"')
  expect(text).toMatch(/^portico_build_info\{.*\} 1$/m)
  expect(text).toContain('portico_device_call_seconds_bucket{le="0.025",resource="a:b",verdict="ok"} 2\n')
  expect(text).toContain('portico_events_total{level="error",event="worker.died"} 1\n')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds ')
})

test('a sum does not fall when a worker has died', async () => {
  const [dying, living] = [open(), open()]
  welcome(dying, 5)
  welcome(living, 2)
  const { member, end } = workerWith(dying)
  let members = [member, workerWith(living, 2).member]
  await Promise.all(members.map(({ ready }) => ready))
  const figures = new CrewFigures(open(), () => members)
  expect(logins(await figures.text())).toBe(7)
  end(137)
  members = members.slice(1)
  figures.remember(member)
  expect(logins(await figures.text())).toBe(7)
  welcome(living, 1)
  expect(logins(await figures.text())).toBe(8)
})

test('one that ends while it is asked counts with what it had told before, and once', async () => {
  const metrics = open()
  welcome(metrics, 5)
  const { member, end } = workerWith(metrics)
  let members = [member]
  await member.ready
  const figures = new CrewFigures(open(), () => members)
  expect(logins(await figures.text())).toBe(5)
  const asked = figures.text()
  members = []
  figures.remember(member)
  end(1)
  expect(logins(await asked)).toBe(5)
})
