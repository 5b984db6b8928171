import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { likeClixon } from '../src/demo/restconf.ts'
import { infixModules, SHARED_MODELS } from './support/infix-modules.ts'
import { startService, type TestService } from './support/service.ts'
import { until } from './support/until.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-model-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (here: TestService) => until(() => here.log.of('model.read').length > 0, 'the model is read')
const texts = ({ demo }: TestService) =>
  demo.journal.entries.filter(({ path }) => /^\/yang\/|get-schema$/.test(path))

describe('the device’s model', () => {
  test('is read after a login, in the background, as that user, once', async () => {
    await using here = await startService({ isModelReadOnDemand: false })
    expect((await here.browser().logIn()).status).toBe(303)
    expect(here.demo.journal.count()).toBe(2)
    await read(here)
    expect(new Set(texts(here).map(({ username }) => username))).toEqual(new Set(['admin']))
    await here.logIn()
    await Bun.sleep(600)
    expect(texts(here)).toEqual([])
    expect(here.log.of('model.read')).toMatchObject([{ modules: 19, warnings: 0 }])
    expect(here.log.of('model.incomplete')).toEqual([])
  })

  test('costs no request but those for its texts, and one for what queries are understood', async () => {
    await using here = await startService({ isModelReadOnDemand: false })
    await here.browser().logIn()
    await read(here)
    const asked = here.demo.journal.entries.map(({ path }) => path.replace('/restconf/data/', ''))
    const others = asked.filter((path) => !path.startsWith('/yang/'))
    expect(others.sort()).toEqual([
      'ietf-restconf-monitoring:restconf-state',
      'ietf-yang-library:yang-library',
      'infix-services:web',
    ])
    expect(asked.length - others.length).toBe(23)
  })

  test('comes from a device like clixon, too, by an operation', async () => {
    await using here = await startService({ demo: { manner: likeClixon }, isModelReadOnDemand: false })
    await here.browser().logIn()
    await read(here)
    expect(here.log.of('model.read')).toMatchObject([{ modules: 18 }])
    expect(texts(here).filter(({ method }) => method === 'POST').length).toBeGreaterThanOrEqual(20)
  })

  test('is read from the cache after a restart: the device is asked for no text', async () => {
    const flags = ['--model-cache', folder]
    const before = await startService({ flags, isModelReadOnDemand: false })
    await before.browser().logIn()
    await read(before)
    const kept = () => readdirSync(folder).flatMap((library) => readdirSync(join(folder, library)))
    await until(() => kept().length === 23, 'the texts are kept')
    const { url } = before.demo
    await before[Symbol.asyncDispose]()

    await using after = await startService({
      flags: [...flags, '--device-name', 'one'],
      isModelReadOnDemand: false,
    })
    await after.browser().logIn()
    await read(after)
    // Another device, by its name: the texts of one are not taken for those of the other.
    expect([texts(after).length, after.demo.url === url]).toEqual([23, false])

    await using again = await startService({
      flags: [...flags, '--device-name', 'one'],
      isModelReadOnDemand: false,
    })
    await again.browser().logIn()
    await read(again)
    expect(texts(again)).toEqual([])
    expect(statSync(folder).mode & 0o077).toBe(0)
  })

  test('of an account that may not read the library is none, and the device serves it no text', async () => {
    await using here = await startService({ isModelReadOnDemand: false })
    await here.browser().logIn('noread', 'noread')
    await until(
      () => here.demo.journal.count({ resource: 'ietf-restconf-monitoring:restconf-state' }) > 0,
      'it is over',
    )
    expect(texts(here)).toEqual([])
  })

  test('a password that the device rejects midway ends the session, and no further call is made', async () => {
    await using here = await startService({ isModelReadOnDemand: false })
    here.demo.faults.set({ kind: 'slow', ms: 20 })
    const user = here.browser()
    await user.logIn()
    await until(() => texts(here).length >= 4, 'some texts are fetched')
    here.demo.accounts.setPassword('admin', 'changed')
    await until(() => here.log.of('session.ended').length > 0, 'the session ends')
    const refused = here.demo.journal.count({ status: 401 })
    await Bun.sleep(100)
    expect(here.demo.journal.count({ status: 401 })).toBe(refused)
    expect(refused).toBeLessThanOrEqual(3) // one as a stranger, and at most two that were under way
    expect((await user.get('/')).status).toBe(303)
    expect(here.log.of('model.interrupted')).toHaveLength(1)
  })

  test.skipIf(!existsSync(SHARED_MODELS))(
    'of a real device is read whole: 2,798 nodes',
    async () => {
      await using here = await startService({ isModelReadOnDemand: false })
      here.demo.datastore.library = { features: [], form: 'yang-library', modules: infixModules() }
      await here.browser().logIn()
      await read(here)
      const compiled = readFileSync(join(SHARED_MODELS, '../infix.compiled.jsonl'), 'utf8')
      expect(compiled).not.toBe('')
      expect(here.log.of('model.read')).toMatchObject([{ modules: 110 }])
      expect(here.log.of('model.incomplete')).toEqual([])
    },
    30_000,
  )
  if (!existsSync(SHARED_MODELS))
    console.log(`${SHARED_MODELS} is not there: a real device's model is left out`)
})
