import { expect, test } from 'bun:test'
import { fakeUser } from '../../../test/support/fake-user.ts'
import { startService } from '../../../test/support/service.ts'
import type { Device } from '../../device/device.ts'

test('S4 X3 an answer that is late for the end of its session hands out no csrf cookie of it', async () => {
  let whileRead = async () => {}
  const user = fakeUser(async () => whileRead())
  const device: Device = {
    verify: async () => ({ user, alreadyRead: new Map() }),
    as: () => user,
    close: () => {},
  }
  await using here = await startService({ device })
  const [tab, otherTab] = [here.browser(), here.browser()]
  await tab.logIn()
  otherTab.jar.set('session', tab.jar.get('session') ?? '')
  tab.jar.remove('csrf')
  expect((await tab.get('/device-name')).setCookies).toHaveLength(1)

  tab.jar.remove('csrf')
  whileRead = async () => void (await otherTab.logOut())
  const late = await tab.get('/device-name')
  expect(late.setCookies.filter((line) => line.startsWith('csrf='))).toEqual([])
})
