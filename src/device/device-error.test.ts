import { expect, test } from 'bun:test'
import { DeviceError } from './device-error.ts'

test('a device error tells its kind and code in one line and keeps its cause apart', () => {
  const error = new DeviceError('dead', 'connection-refused', { cause: new Error('connect ECONNREFUSED') })
  expect(error.message).toBe('the device call failed: dead (connection-refused)')
  expect(error.cause).toBeInstanceOf(Error)
})
