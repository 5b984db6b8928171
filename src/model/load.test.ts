import { describe, expect, test } from 'bun:test'
import { capturedLog } from '../../test/support/captured-log.ts'
import {
  failing,
  fakeReader,
  libraryOf,
  loadParts,
  moduleText,
  servedInFolder,
} from '../../test/support/fake-models.ts'
import { until } from '../../test/support/until.ts'
import type { ModuleQuery } from '../device/device.ts'
import { Load } from './load.ts'
import type { KnownModel } from './model-state.ts'

const names = ['a', 'b', 'c', 'd', 'e', 'f']

async function known(load: Load): Promise<KnownModel> {
  await until(() => load.state.kind !== 'reading', 'the load ends')
  const { state } = load
  if (state.kind !== 'ready') throw new Error(`it is ${JSON.stringify(state)}`)
  return state.known
}

/** Loads the six modules from a device that answers so, and returns what is left out. */
async function missingFrom(answer: (query: ModuleQuery) => string | Promise<string>, more?: () => object) {
  const { reader, asked } = fakeReader(answer)
  const load = new Load(libraryOf(names, more), loadParts)
  load.join(reader)
  const { missing, model } = await known(load)
  return { asked, missing: missing.map(({ name, because }) => `${name}: ${because}`), model }
}

/** Answers for one module in a way of its own. */
const butFor = (odd: string, say: (query: ModuleQuery) => string | Promise<string>) => (query: ModuleQuery) =>
  'name' in query && query.name === odd ? say(query) : servedInFolder(query)

describe('loading a model', () => {
  test('all modules are fetched once, two at a time, and compiled', async () => {
    const { reader, asked, counts } = fakeReader(servedInFolder)
    const load = new Load(libraryOf(names), loadParts)
    load.join(reader)
    load.join(reader)
    expect(load.state).toEqual({ kind: 'reading', done: 0, total: 6 })
    const { model, missing } = await known(load)
    expect([...model.modules.keys()].sort()).toEqual(names)
    expect(model.roots.map(({ name }) => name).sort()).toEqual(names.map((name) => `${name}-leaf`))
    expect([missing, asked.length, counts.most]).toEqual([[], 6, 2])
  })

  test('progress is told while it goes on', async () => {
    const gate = Promise.withResolvers<void>()
    const { reader } = fakeReader(
      butFor('e', async () => {
        await gate.promise
        return moduleText('e')
      }),
    )
    const load = new Load(libraryOf(names), loadParts)
    load.join(reader)
    await until(() => load.state.kind === 'reading' && load.state.done === 5, 'all but one are there')
    expect(load.state).toEqual({ kind: 'reading', done: 5, total: 6 })
    gate.resolve()
    expect((await known(load)).model.modules.size).toBe(6)
  })

  test('the place that had a text is asked first for the next one', async () => {
    const locations = () => ({ location: ['https://elsewhere.example/x.yang'] })
    const { asked, missing } = await missingFrom((query) => {
      if (query.from === 'location') throw failing('malformed', 'foreign-origin')
      return servedInFolder(query)
    }, locations)
    expect(missing).toEqual([])
    expect(asked.filter(({ from }) => from === 'location').length).toBeLessThanOrEqual(2)
  })

  test('a device that serves no texts is found out after a few modules, and there is no model', async () => {
    const log = capturedLog()
    const { reader, asked } = fakeReader(() => {
      throw failing('absent', 'status-404')
    })
    const load = new Load(libraryOf(Array.from({ length: 50 }, (_, n) => `m${n}`)), { ...loadParts, log })
    load.join(reader)
    await until(() => load.state.kind !== 'reading', 'the load ends')
    expect(load.state).toEqual({ kind: 'none', because: 'no-sources' })
    expect(asked.length).toBeLessThanOrEqual(8)
    expect(log.of('model.without-sources')).toHaveLength(1)
  })
})

describe('a hostile device', () => {
  test.each<[string, (query: ModuleQuery) => string, string]>([
    ['a page', () => '<!DOCTYPE html><html><body>module c {}</body></html>', 'no-module'],
    ['another module', () => moduleText('x'), 'wrong-module'],
    ['another revision', () => moduleText('c', '2020-01-01'), 'wrong-revision'],
    ['half a text', () => moduleText('c').slice(0, -20), 'no-module'],
    ['nothing', () => '', 'no-module'],
  ])('that serves %s in place of a module: it is named and left out', async (_, say, because) => {
    const { missing, model } = await missingFrom(butFor('c', say))
    expect(missing).toEqual([`c: ${because}`])
    expect(model.modules.size).toBe(5)
  })

  test.each([
    ['malformed', 'redirect'],
    ['malformed', 'too-large'],
    ['malformed', 'media-type'],
    ['malformed', 'foreign-origin'],
    ['denied', 'status-403'],
    ['refused', 'status-400'],
  ] as const)('whose answer is %s (%s): the module is named and left out', async (kind, code) => {
    const refuse = () => {
      throw failing(kind, code)
    }
    const { missing, asked } = await missingFrom(butFor('c', refuse))
    expect(missing).toEqual([`c: ${code}`])
    expect(asked.filter((query) => 'name' in query && query.name === 'c').length).toBeLessThanOrEqual(2)
  })

  test('that never ends one text: the others are there, and that one is left out', async () => {
    const { missing } = await missingFrom(
      butFor('c', () => {
        throw failing('slow', 'timeout')
      }),
    )
    expect(missing).toEqual(['c: timeout'])
  })

  test('whose texts are 64 MiB together: what is beyond is left out', async () => {
    const filling = `\n//${'x'.repeat(4 * 1024 * 1024 - 500)}`
    const many = Array.from({ length: 18 }, (_, n) => `m${n}`)
    const { reader } = fakeReader((query) => `${servedInFolder(query)}${filling}`)
    const load = new Load(libraryOf(many), loadParts)
    load.join(reader)
    const { missing, model } = await known(load)
    expect(model.modules.size).toBe(16)
    expect(missing.map(({ because }) => because)).toEqual(['over-limit', 'over-limit'])
  })

  test('with more modules than the limit: they are named', async () => {
    const { reader } = fakeReader(servedInFolder)
    const load = new Load(libraryOf(Array.from({ length: 2_001 }, (_, n) => `m${n}`)), loadParts)
    load.join(reader)
    expect((await known(load)).missing).toMatchObject([{ name: 'm2000', because: 'over-limit' }])
  })
})

describe('a load that is interrupted', () => {
  test('a device that falls silent is left alone, and the load goes on when it is asked for later', async () => {
    const log = capturedLog()
    let isSilent = true
    let now = 0
    const { reader, asked } = fakeReader((query) => {
      if (isSilent && asked.length > 2) throw failing('dead', 'connection-refused')
      return servedInFolder(query)
    })
    const load = new Load(libraryOf(names), { ...loadParts, log, now: () => now })
    load.join(reader)
    await until(() => load.state.kind !== 'reading', 'the load stops')
    expect(load.state).toEqual({ kind: 'none', because: 'failed' })
    const soFar = asked.length
    expect(soFar).toBeLessThanOrEqual(6)
    expect(log.of('model.interrupted')).toHaveLength(1)

    load.joinLater(reader)
    expect(asked.length).toBe(soFar)
    isSilent = false
    now = 11_000
    load.joinLater(reader)
    expect((await known(load)).model.modules.size).toBe(6)
  })

  test('a user whom the device rejects midway is asked for nothing more, and the next one goes on', async () => {
    const first = fakeReader((query) => {
      if (first.asked.length > 2) throw failing('rejected', 'status-401')
      return servedInFolder(query)
    }, 'first')
    const second = fakeReader(servedInFolder, 'second')
    const load = new Load(libraryOf(names), loadParts)
    load.join(first.reader)
    load.join(second.reader)
    expect((await known(load)).model.modules.size).toBe(6)
    expect(first.asked.length).toBeLessThanOrEqual(4)
    expect(second.asked.length).toBeGreaterThanOrEqual(2)
  })

  test('without a next one it waits for a user who joins', async () => {
    const { reader } = fakeReader(() => {
      throw failing('rejected', 'session-over')
    })
    const load = new Load(libraryOf(names), loadParts)
    load.join(reader)
    await until(() => load.state.kind !== 'reading', 'the load stops')
    load.join(fakeReader(servedInFolder, 'second').reader)
    expect((await known(load)).model.modules.size).toBe(6)
  })
})
