import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { type CapturedLog, capturedLog } from '../../test/support/captured-log.ts'
import type { Log } from '../log.ts'
import { limitRefusals } from './log.ts'

let written: CapturedLog
let log: Log

beforeEach(() => {
  jest.useFakeTimers()
  written = capturedLog()
  log = limitRefusals(written)
})
afterEach(() => void jest.useRealTimers())

test.each([
  'forgery.refused',
  'host.refused',
  'session.two-cookies',
  'login.throttled',
  'login.busy',
  'store.unavailable',
  'store.delete-failed',
])('12.15 of a flood of %s one line a second is written, and a count of the rest', (event) => {
  for (let n = 0; n < 500; n++) log.with({ request: `${n}` }).warn(event, { n })
  expect(written.of(event)).toEqual([{ request: '0', n: 0 }])
  jest.advanceTimersByTime(1_000)
  expect(written.of('log.limited')).toEqual([{ of: event, omitted: 499 }])
  log.warn(event)
  expect(written.of(event)).toHaveLength(2)
})

test('12.15 logins that never reached the device are limited after ten', () => {
  for (let n = 0; n < 100; n++)
    log.warn('login.refused', { because: 'missing-field', reason: 'missing-field' })
  expect(written.of('login.refused')).toHaveLength(10)
  jest.advanceTimersByTime(1_000)
  expect(written.of('log.limited')).toEqual([{ of: 'login.refused', omitted: 90 }])
})

test('12.15 every password that the device rejected is written, and every event that is no refusal', () => {
  for (let n = 0; n < 100; n++) {
    log.warn('login.refused', { because: 'wrong-credentials', reason: 'status-401' })
    log.info('login.succeeded')
  }
  expect(written.of('login.refused')).toHaveLength(100)
  expect(written.of('login.succeeded')).toHaveLength(100)
  jest.advanceTimersByTime(1_000)
  expect(written.of('log.limited')).toEqual([])
})

test('12.15 a flood of one event leaves the others alone', () => {
  for (let n = 0; n < 100; n++) log.warn('forgery.refused')
  log.warn('host.refused')
  expect(written.of('host.refused')).toHaveLength(1)
})
