import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import noteInventory from '../examples/on-login/inventory.ts'
import type { AfterLogin } from '../src/login/after-login.ts'
import { startService } from './support/service.ts'
import { temporaryFolder } from './support/temporary-file.ts'

const hook = join(import.meta.dir, '../examples/on-login/inventory.ts')
const flags = ['--on-login', hook]
let folder = ''

beforeEach(() => {
  folder = temporaryFolder()
  process.env.INVENTORY_DIR = folder
})
afterEach(() => {
  delete process.env.INVENTORY_DIR
})

test('it is a hook as the service calls one', () => {
  const typed: AfterLogin = noteInventory
  expect(typed).toBeFunction()
})

test('after a login the inventory of the device is written, in the background and as the user', async () => {
  await using here = await startService({ flags })
  here.demo.accounts.setPassword('admin', 'canary-password')
  const written = fileIn(folder, 'quay-7.json')
  expect((await here.browser().logIn('admin', 'canary-password')).status).toBe(303)
  const text = readFileSync(await written, 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    hostname: 'quay-7',
    machine: 'aarch64',
    software: 'v26.02.1-demo',
  })
  expect(JSON.parse(text).interfaces.length).toBeGreaterThan(5)
  expect(text).not.toContain('canary-password')
  expect(here.demo.journal.entries.every(({ username }) => username === 'admin')).toBe(true)
  expect(here.log.of('hook.failed')).toEqual([])
})

test('its owner alone may read it, and nothing half-written is left', async () => {
  await using here = await startService({ flags })
  const written = fileIn(folder, 'quay-7.json')
  await here.browser().logIn()
  expect(statSync(await written).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['quay-7.json'])
})

test('the login does not wait for it', async () => {
  await using here = await startService({ flags })
  const goOn = here.demo.faults.set({ kind: 'hang' }, { resource: 'ietf-interfaces:interfaces' })
  expect((await here.browser().logIn()).status).toBe(303)
  expect(readdirSync(folder)).toEqual([])
  goOn()
})

test('who may not see the configuration leaves a file without a name, who sees nothing leaves none', async () => {
  await using here = await startService({ flags })
  const written = fileIn(folder, 'unnamed.json')
  await here.browser().logIn('guest')
  await written
  expect((await here.browser().logIn('noread')).status).toBe(303)
  expect(here.log.of('hook.failed')).toEqual([])
})

test('a host name that points elsewhere stays in the folder', async () => {
  await using here = await startService({ flags })
  here.demo.datastore.set('ietf-system:system/hostname', '../../../etc/passwd')
  const written = fileIn(folder, '_________etc_passwd.json')
  await here.browser().logIn()
  expect(JSON.parse(readFileSync(await written, 'utf8')).hostname).toBe('../../../etc/passwd')
})

/** Resolves to the path of the file once it is there. */
function fileIn(folder: string, name: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const watcher = watch(folder, () => {
    if (readdirSync(folder).includes(name)) resolve(join(folder, name))
  })
  return promise.finally(() => watcher.close())
}
