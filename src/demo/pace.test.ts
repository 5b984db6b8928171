import { expect, test } from 'bun:test'
import { likeARealDevice } from './accounts.ts'

/** Pauses that end when the test says so. */
function pauses() {
  const open: { ms: number; end: () => void }[] = []
  const pause = (ms: number) => new Promise<void>((resolve) => open.push({ ms, end: resolve }))
  const settle = () => new Promise<void>(setImmediate)
  return {
    pause,
    async lengths() {
      await settle()
      return open.map(({ ms }) => ms)
    },
    async endFirst() {
      await settle()
      open.shift()?.end()
    },
  }
}

test('good passwords are hashed one after another, 45 ms each', async () => {
  const { pause, lengths, endFirst } = pauses()
  const pace = likeARealDevice(pause)
  void pace.accepted()
  void pace.accepted()
  expect(await lengths()).toEqual([45])
  await endFirst()
  expect(await lengths()).toEqual([45])
})

test('the long wait after a wrong password does not delay other requests', async () => {
  const { pause, lengths, endFirst } = pauses()
  const pace = likeARealDevice(pause)
  void pace.refused()
  void pace.accepted()
  await endFirst()
  const [first = 0, second = 0] = (await lengths()).toSorted((a, b) => a - b)
  expect(first).toBe(45)
  expect(second).toBeGreaterThanOrEqual(1300)
  expect(second).toBeLessThanOrEqual(2500)
})
