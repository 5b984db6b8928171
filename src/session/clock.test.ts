import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { steadyClock } from './session.ts'

const day = 24 * 3_600_000
afterEach(() => {
  setSystemTime()
})

test.each([
  ['forward', day],
  ['back', -day],
])('R8 a wall clock that jumps %s by a day moves no session', (_, by) => {
  const now = steadyClock()
  const before = now()
  setSystemTime(Date.now() + by)
  expect(Math.abs(now() - before)).toBeLessThan(60_000)
})
