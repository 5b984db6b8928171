import { expect, test } from 'bun:test'
import { capturedLog } from '../../../test/support/captured-log.ts'
import { Crew } from './crew.ts'
import type { StartProcess, WorkerProcess } from './member.ts'
import type { Message } from './messages.ts'

/** A crew of processes that are none: each does what the test says. */
function crewOf(size: number, beginning: (worker: FakeWorker) => void = (worker) => worker.say('ready')) {
  const log = capturedLog()
  const started: FakeWorker[] = []
  const pauses: number[] = []
  const clock = { now: 0 }
  const start: StartProcess = (number, hear) => {
    const worker = new FakeWorker(number, hear)
    started.push(worker)
    queueMicrotask(() => beginning(worker))
    return worker
  }
  const pause = async (ms: number) => void pauses.push(ms)
  return { crew: new Crew({ size, log, start, pause, now: () => clock.now }), log, started, pauses, clock }
}

class FakeWorker implements WorkerProcess {
  readonly number: number
  readonly exited: Promise<number>
  readonly signals: unknown[] = []
  readonly questions: unknown[] = []
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null
  readonly #hear: (message: Message) => void
  #end = (_exitCode: number) => {}

  constructor(number: number, hear: (message: Message) => void) {
    this.number = number
    this.#hear = hear
    this.exited = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  say(kind: 'ready' | 'alive') {
    this.#hear({ kind })
  }

  async end(exitCode: number) {
    this.exitCode = exitCode
    this.#end(exitCode)
    await settled()
  }

  kill(signal?: number | NodeJS.Signals) {
    this.signals.push(signal)
    if (signal === 'SIGKILL') void this.end(137)
  }

  send(question: unknown) {
    this.questions.push(question)
  }

  disconnect() {
    void this.end(0)
  }
}

/** When everything that follows from what has happened has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a worker that dies again and again waits longer and longer; one that lived long is replaced at once', async () => {
  const { crew, log, started, pauses, clock } = crewOf(1)
  await crew.assemble()
  for (let n = 0; n < 7; n++) await started.at(-1)?.end(1)
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  clock.now += 60_001
  await started.at(-1)?.end(1)
  expect(pauses.at(-1)).toBe(0)
  expect(log.of('worker.died')).toHaveLength(8)
  expect(log.of('worker.died')[1]).toMatchObject({ worker: 1, exitCode: 1, againInMs: 2_000 })
})

test('one that cannot start again is tried until it can', async () => {
  const { crew, started } = crewOf(1, (worker) => {
    if (started.length === 1 || started.length === 4) worker.say('ready')
    else void worker.end(2)
  })
  await crew.assemble()
  await started[0]?.end(1)
  for (let n = 0; n < 10; n++) await settled()
  expect(started).toHaveLength(4)
  expect(crew.members.map(({ isReady }) => isReady)).toEqual([true])
})

test('a worker that leaves three questions open is ended and replaced; the others stay', async () => {
  const { crew, log, started } = crewOf(2)
  await crew.assemble()
  for (let n = 0; n < 4; n++) {
    crew.checkUp()
    started[0]?.say('alive')
  }
  await settled()
  expect(started[1]?.questions).toEqual(['alive', 'alive', 'alive', 'alive'])
  expect(started[1]?.signals).toEqual(['SIGKILL'])
  expect(started.map(({ number }) => number)).toEqual([1, 2, 2])
  expect(started[0]?.signals).toEqual([])
  expect(log.of('worker.died')).toMatchObject([{ worker: 2 }])
})

test('nobody is replaced after all were dismissed, and one that was still starting does not count', async () => {
  const { crew, started } = crewOf(2, (worker) => {
    if (started.length <= 2) worker.say('ready')
  })
  await crew.assemble()
  await started[1]?.end(1)
  expect(started).toHaveLength(3)
  expect(await crew.dismiss()).toBe(0)
  await settled()
  expect(started).toHaveLength(3)
})

test('a certificate is read again by those that can', async () => {
  const { crew, started } = crewOf(2, (worker) => {
    if (started.length <= 2) worker.say('ready')
  })
  await crew.assemble()
  await started[1]?.end(1)
  crew.renew()
  expect(started.map(({ signals }) => signals)).toEqual([['SIGHUP'], [], []])
})
