import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { readFormBody } from './form-body.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

function formOf(body: BodyInit): Request {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return new Request('http://portico.example/login', { method: 'POST', headers, body })
}

test('R11 a form that was read, or was too large, leaves no clock running that would hold on to it', async () => {
  expect(await readFormBody(formOf('username=admin'))).toMatchObject({ kind: 'form' })
  expect(await readFormBody(formOf('a'.repeat(20_000)))).toEqual({ kind: 'unread', status: 413 })
  expect(jest.getTimerCount()).toBe(0)
})

test('W1 a form that does not come to its end is given up', async () => {
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from('username=')),
  })
  const outcome = readFormBody(formOf(endless))
  while (jest.getTimerCount() === 0) await Promise.resolve()
  jest.advanceTimersByTime(15_000)
  expect(await outcome).toEqual({ kind: 'unread', status: 408 })
  expect(jest.getTimerCount()).toBe(0)
})
