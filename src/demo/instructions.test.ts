import { expect, test } from 'bun:test'
import { ask } from '../../test/support/device/client.ts'
import { startDemoDevice } from './demo-device.ts'
import { demoInstructions } from './instructions.ts'

test('the commands a person is told do what they say', async () => {
  const device = await startDemoDevice()
  const told = demoInstructions(device.url)
  const commands = [...told.matchAll(/-u (\S+) -X (\S+) .*-d '(.+)' (http\S+)/g)]
  expect(commands).toHaveLength(3)
  for (const [, login, method = '', body = '', url = ''] of commands) {
    const { status } = await ask(device, new URL(url).pathname, { login, method, body: JSON.parse(body) })
    expect(status).toBe(204)
  }
  expect(device.datastore.read('running')).toMatchObject({
    'infix-services:web': { console: { enabled: false }, netbrowse: { enabled: false } },
    'ietf-system:system': { hostname: 'pier-9' },
  })
  await device.stop()
})

test('a person is told that the shortcuts lead nowhere here', () => {
  expect(demoInstructions('http://127.0.0.1:1/restconf')).toContain('network browser lead nowhere here')
})

test('a person is told why a wrong password takes its time', () => {
  expect(demoInstructions('http://127.0.0.1:1/restconf')).toContain(
    'A wrong password is answered after about two seconds',
  )
})

test('every account a person is told can log in', async () => {
  const device = await startDemoDevice()
  const accounts = [...demoInstructions(device.url).matchAll(/^ {2}(\w+) \/ (\w+)/gm)]
  expect(accounts).toHaveLength(3)
  for (const [, name, password] of accounts)
    expect((await ask(device, '/restconf/', { login: `${name}:${password}` })).status).toBe(200)
  await device.stop()
})
