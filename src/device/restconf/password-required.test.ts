import { afterEach, expect, jest, test } from 'bun:test'
import { capturedLog } from '../../../test/support/captured-log.ts'
import { fakeUser } from '../../../test/support/fake-user.ts'
import { Credentials } from '../credentials.ts'
import { DeviceError } from '../device-error.ts'
import { PasswordRequired } from './verify.ts'

const admin = new Credentials('admin', 'admin')

afterEach(() => {
  jest.useRealTimers()
})

/** A device whose answers to strangers a test can change. */
function doubtfulDevice(strangers: () => Promise<boolean>) {
  const asked = { strangers, looks: 0, verified: 0 }
  const user = fakeUser(async () => ({}))
  const log = capturedLog()
  const device = new PasswordRequired(
    {
      as: () => user,
      close: () => {},
      async verify() {
        asked.verified++
        return { user, alreadyRead: new Map() }
      },
      servesStrangers() {
        asked.looks++
        return asked.strangers()
      },
    },
    log,
  )
  return { device, asked, log }
}

test('no login succeeds at a device that asks for no password, and the log says why', async () => {
  const { device, asked, log } = doubtfulDevice(async () => true)
  await device.start()
  await expect(device.verify(admin)).rejects.toMatchObject({ code: 'no-password-asked' })
  expect(asked.verified).toBe(0)
  expect(log.of('device.served-stranger')[0]).toMatchObject({ reason: 'no-password-asked' })
  device.close()
})

test('logins succeed again as soon as the device asks for passwords', async () => {
  const { device, asked, log } = doubtfulDevice(async () => true)
  await expect(device.verify(admin)).rejects.toMatchObject({ code: 'no-password-asked' })
  asked.strangers = async () => false
  expect((await device.verify(admin)).user.username).toBe('admin')
  expect(log.of('device.refused-stranger')).toHaveLength(1)
})

test('a good look is good for all logins until the next one, ten minutes later', async () => {
  jest.useFakeTimers()
  const { device, asked } = doubtfulDevice(async () => false)
  await device.start()
  await Promise.all([device.verify(admin), device.verify(admin), device.verify(admin)])
  expect(asked).toMatchObject({ looks: 1, verified: 3 })

  asked.strangers = async () => true
  jest.advanceTimersByTime(10 * 60_000)
  await Promise.resolve()
  await expect(device.verify(admin)).rejects.toMatchObject({ code: 'no-password-asked' })
  device.close()
})

test('without a look no password is sent: a device that does not answer is asked for that first', async () => {
  const { device, asked } = doubtfulDevice(async () => {
    throw new DeviceError('dead', 'connection-refused')
  })
  await device.start()
  await expect(device.verify(admin)).rejects.toMatchObject({ kind: 'dead', code: 'connection-refused' })
  expect(asked.verified).toBe(0)
  asked.strangers = async () => false
  await device.verify(admin)
  expect(asked.verified).toBe(1)
  device.close()
})

test('a device that is away for a later look is not doubted', async () => {
  jest.useFakeTimers()
  const { device, asked } = doubtfulDevice(async () => false)
  await device.start()
  asked.strangers = async () => {
    throw new DeviceError('dead', 'connection-refused')
  }
  jest.advanceTimersByTime(10 * 60_000)
  await Promise.resolve()
  expect((await device.verify(admin)).user.username).toBe('admin')
  device.close()
})

test('a login waits for the look no longer than its own deadline', async () => {
  const { device } = doubtfulDevice(() => new Promise(() => {}))
  const waiting = device.verify(admin, AbortSignal.timeout(10))
  await expect(waiting).rejects.toMatchObject({ kind: 'slow', code: 'timeout' })
})
