import { expect, test } from 'bun:test'
import { boundedSink, type LogSink } from './log-sink.ts'

/** Somewhere to write to that does what the test says. */
function place() {
  const written: string[] = []
  let answer: (bytes: Uint8Array) => Promise<number> = async (bytes) => bytes.length
  const sink = boundedSink(async (bytes) => {
    const count = await answer(bytes)
    written.push(Buffer.from(bytes.subarray(0, count)).toString())
    return count
  })
  return {
    sink,
    text: () => written.join(''),
    behave: (how: typeof answer) => {
      answer = how
    },
  }
}

const refuse = async () => {
  throw new Error('ENOSPC')
}

function countLost(sink: LogSink): number[] {
  const told: number[] = []
  sink.whenBack((lost) => told.push(lost))
  return told
}

test('R9 lines come out whole and in order, however few bytes are taken at a time', async () => {
  const { sink, text, behave } = place()
  behave(async (bytes) => Math.min(3, bytes.length))
  for (const line of ['one\n', 'two\n', 'three\n']) sink.write(line)
  await sink.flush()
  expect(text()).toBe('one\ntwo\nthree\n')
})

test('R9 what a full disk refuses is lost, counted, and told of when there is room again', async () => {
  const { sink, text, behave } = place()
  const told = countLost(sink)
  behave(refuse)
  for (const line of ['one\n', 'two\n']) {
    sink.write(line)
    await sink.flush()
  }
  expect(told).toEqual([])

  behave(async (bytes) => bytes.length)
  sink.write('three\n')
  await sink.flush()
  expect([told, text()]).toEqual([[2], 'three\n'])
})

test('R9 a reader that has stopped costs a bounded amount of memory and holds up nobody', async () => {
  const { sink, text, behave } = place()
  const told = countLost(sink)
  const reading = Promise.withResolvers<void>()
  behave(async (bytes) => {
    await reading.promise
    return bytes.length
  })
  const line = `${'x'.repeat(1023)}\n`
  for (let n = 0; n < 5000; n++) sink.write(line)
  reading.resolve()
  await sink.flush()

  const kept = text().length / line.length
  expect(kept).toBeLessThanOrEqual(1025)
  expect(told).toEqual([5000 - kept])
})
