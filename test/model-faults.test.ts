import { describe, expect, test } from 'bun:test'
import type { Fault } from './support/device/faults.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

/** One module of nineteen; what is not there of it is missing from the model, and nothing else is. */
const ONE = { path: '/yang/harbour@' }

describe('a device that misbehaves over one module', () => {
  test.each<[string, Fault, string]>([
    ['redirects', { kind: 'redirect', to: 'http://evil.example/yang/harbour.yang' }, 'redirect'],
    ['answers with a page', { kind: 'html' }, 'media-type'],
    ['sends 2 GiB', { kind: 'huge', bytes: 2 ** 31 }, 'too-large'],
    ['compresses it', { kind: 'gzip' }, 'content-encoding'],
    ['denies it', { kind: 'status', status: 403 }, 'status-403'],
    ['breaks', { kind: 'status', status: 500 }, 'status-500'],
    ['cuts the connection midway', { kind: 'reset-midway', framing: 'chunked' }, 'connection-reset'],
    [
      'sends half of it and says that this is all',
      { kind: 'bad-json', text: 'module harbour {' },
      'media-type',
    ],
    ['never answers', { kind: 'hang' }, 'timeout'],
    ['never ends', { kind: 'drip', everyMs: 20 }, 'timeout'],
  ])('%s: the module is named and left out, the rest is there', async (_, fault, because) => {
    // A short one only where it is waited for: a slow machine takes its time to read what is too much.
    const deviceTimeout = because === 'timeout' ? '1s' : '10s'
    await using here = await startService({
      flags: ['--device-timeout', deviceTimeout],
      isModelReadOnDemand: false,
    })
    here.demo.faults.set(fault, ONE)
    await here.browser().logIn()
    await until(() => here.log.of('model.read').length > 0, 'the model is read')
    expect(here.log.of('model.incomplete')).toEqual([{ missing: [`harbour@2026-11-01: ${because}`] }])
    expect(here.log.of('model.read')).toMatchObject([{ modules: 18 }])
    expect(here.log.print()).not.toContain('evil.example')
  })
})

describe('a library that sends us elsewhere', () => {
  test('credentials go to the device’s own origin only', async () => {
    await using elsewhere = await startService()
    await using here = await startService({ isModelReadOnDemand: false })
    const foreign = ({ name, revision }: { name: string; revision: string }) =>
      `${new URL(elsewhere.demo.url).origin}/yang/${name}@${revision}.yang`
    here.demo.datastore.library = { ...here.demo.datastore.library, location: foreign }
    await here.browser().logIn()
    await until(() => here.log.of('model.read').length > 0, 'the model is read')
    expect(elsewhere.demo.journal.count()).toBe(0)
    expect(here.log.of('model.incomplete')).toEqual([])
  })

  test('an address at the device itself is asked first', async () => {
    await using here = await startService({ isModelReadOnDemand: false })
    const own = ({ name, revision }: { name: string; revision: string }) =>
      `${new URL(here.demo.url).origin}/yang/${name}@${revision}`
    here.demo.datastore.library = { ...here.demo.datastore.library, location: own }
    await here.browser().logIn()
    await until(() => here.log.of('model.read').length > 0, 'the model is read')
    const texts = here.demo.journal.entries.filter(({ path }) => path.startsWith('/yang/'))
    expect(texts.every(({ path }) => !path.endsWith('.yang'))).toBe(true)
  })
})

test('B9 a text of 4 MiB that opens brace after brace is left out', async () => {
  await using here = await startService({ isModelReadOnDemand: false })
  const text = `module harbour { namespace "urn:x"; prefix x; revision 2026-11-01; ${'container a { '.repeat(290_000)}`
  const modules = [{ ...served, text }]
  here.demo.datastore.library = { features: [], form: 'yang-library', modules }
  await here.browser().logIn()
  await until(() => here.log.of('model.without-sources').length > 0, 'the text is left out')
  expect((await here.browser().logIn()).status).toBe(303)
})

const served = {
  name: 'harbour',
  revision: '2026-11-01',
  namespace: 'urn:x',
  isImplemented: true,
  features: [],
  submodules: [],
  deviations: [],
}
