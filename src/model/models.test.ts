import { describe, expect, test } from 'bun:test'
import { failing, fakeReader, libraryBody, servedInFolder } from '../../test/support/fake-models.ts'
import { until } from '../../test/support/until.ts'
import { silentLog } from '../log.ts'
import type { ModelReader } from './model-state.ts'
import { Models } from './models.ts'

const LIBRARY = 'ietf-yang-library:yang-library'
const OLD_LIBRARY = 'ietf-yang-library:modules-state'

function newModels(now = () => 0) {
  return new Models({ log: silentLog, folder: undefined, cache: undefined, delayMs: 0, now })
}

const settled = (models: Models, reader: ModelReader) =>
  until(() => models.stateFor(reader).kind !== 'reading', 'the model is there, or not')

describe('whose model it is', () => {
  test('after a login the model is read from what the login has read, and asked for nothing more', async () => {
    const models = newModels()
    const { reader, counts, asked } = fakeReader(servedInFolder)
    models.begin(reader, new Map([[LIBRARY, libraryBody(['a', 'b'])]]))
    expect(models.stateFor(reader)).toEqual({ kind: 'reading', done: 0, total: 0 })
    await settled(models, reader)
    expect(models.stateFor(reader)).toMatchObject({ kind: 'ready', known: { missing: [] } })
    expect([counts.reads, asked.length, counts.abilities]).toEqual([0, 2, 1])
  })

  test('ten users of the same library share one load and one model', async () => {
    const models = newModels()
    const readers = Array.from({ length: 10 }, (_, n) => fakeReader(servedInFolder, `session-${n}`))
    for (const { reader } of readers) models.begin(reader, new Map([[LIBRARY, libraryBody(['a', 'b', 'c'])]]))
    for (const { reader } of readers) await settled(models, reader)
    expect(readers.flatMap(({ asked }) => asked)).toHaveLength(3)
    const found = readers.map(({ reader }) => models.stateFor(reader))
    const [first] = found
    expect(first?.kind).toBe('ready')
    for (const state of found) expect(state).toBe(first as never)
  })

  test("a user who may not read the library has no model, though others' is there", async () => {
    const models = newModels()
    const { reader: admin } = fakeReader(servedInFolder, 'admin')
    models.begin(admin, new Map([[LIBRARY, libraryBody(['a'])]]))
    await settled(models, admin)
    for (const [kind, code] of [
      ['absent', 'status-404'],
      ['denied', 'status-403'],
    ] as const) {
      const { reader: limited, asked } = fakeReader(servedInFolder, `limited-${kind}`)
      const hidden = failing(kind, code)
      models.begin(
        limited,
        new Map([
          [LIBRARY, hidden],
          [OLD_LIBRARY, hidden],
        ]),
      )
      await settled(models, limited)
      expect(models.stateFor(limited)).toEqual({ kind: 'none', because: 'no-library' })
      expect(asked).toEqual([])
    }
  })

  test('a user who may read the library but not the texts spoils the model of no other', async () => {
    const withLibrary = new Map([[LIBRARY, libraryBody(['a', 'b', 'c', 'd', 'e'])]])
    const denies = (username: string, id = username) => {
      const { reader, asked } = fakeReader(() => {
        throw failing('denied', 'status-403')
      }, id)
      return { reader: { ...reader, username }, asked }
    }
    const models = newModels()
    const limited = denies('limited')
    models.begin(limited.reader, withLibrary)
    await settled(models, limited.reader)
    expect(models.stateFor(limited.reader)).toEqual({ kind: 'none', because: 'no-sources' })

    const again = denies('limited', 'another session')
    models.begin(again.reader, withLibrary)
    await settled(models, again.reader)
    expect(again.asked).toEqual([])

    const { reader: admin } = fakeReader(servedInFolder, 'admin')
    models.begin(admin, withLibrary)
    await settled(models, admin)
    expect(models.stateFor(admin)).toMatchObject({ kind: 'ready', known: { missing: [] } })
  })

  test('what one user is denied while the model is read is asked for as the next', async () => {
    const withLibrary = new Map([[LIBRARY, libraryBody(['a', 'b', 'c', 'd', 'e'])]])
    const { reader } = fakeReader((query) => {
      if (query.from === 'folder' && query.name !== 'a') throw failing('denied', 'status-403')
      return servedInFolder(query)
    }, 'limited')
    const limited = { ...reader, username: 'limited' }
    const { reader: admin } = fakeReader(servedInFolder, 'admin')
    const models = newModels()
    for (const one of [limited, admin]) models.begin(one, withLibrary)
    await settled(models, admin)
    expect(models.stateFor(admin)).toMatchObject({ kind: 'ready', known: { missing: [] } })
  })

  test('a session from before a restart has its model read when a page needs it', async () => {
    const models = newModels()
    const { reader, counts, body } = fakeReader(servedInFolder)
    body.library = libraryBody(['a'])
    expect(models.stateFor(reader)).toEqual({ kind: 'reading', done: 0, total: 0 })
    expect(models.stateFor(reader).kind).toBe('reading')
    await settled(models, reader)
    expect([models.stateFor(reader).kind, counts.reads]).toEqual(['ready', 1])
  })

  test('the older form of the library is as good', async () => {
    const models = newModels()
    const { reader } = fakeReader(servedInFolder)
    const module = [{ name: 'a', revision: '2026-01-01', 'conformance-type': 'implement' }]
    const old = { [OLD_LIBRARY]: { 'module-set-id': '1', module } }
    models.begin(
      reader,
      new Map<string, unknown>([
        [LIBRARY, failing('absent', 'status-404')],
        [OLD_LIBRARY, old],
      ]),
    )
    await settled(models, reader)
    expect(models.stateFor(reader).kind).toBe('ready')
  })
})

describe('a library that changes, or makes no sense', () => {
  test('other content is another model at the next login; what it is called does not matter', async () => {
    const models = newModels()
    const [before, after] = [fakeReader(servedInFolder, 'before'), fakeReader(servedInFolder, 'after')]
    models.begin(before.reader, new Map([[LIBRARY, libraryBody(['a'])]]))
    await settled(models, before.reader)
    models.begin(after.reader, new Map([[LIBRARY, libraryBody(['a', 'b'])]]))
    await settled(models, after.reader)
    const sizes = [before, after].map(({ reader }) => {
      const state = models.stateFor(reader)
      return state.kind === 'ready' ? state.known.model.modules.size : 0
    })
    expect(sizes).toEqual([1, 2])
  })

  test('a device that could not be asked is asked again when a page wants the model, ten seconds later', async () => {
    let now = 0
    const models = newModels(() => now)
    const { reader, counts, body } = fakeReader(servedInFolder)
    models.begin(reader, new Map([[LIBRARY, failing('slow', 'timeout')]]))
    await settled(models, reader)
    expect(models.stateFor(reader)).toEqual({ kind: 'none', because: 'failed' })
    expect(counts.reads).toBe(0)
    body.library = libraryBody(['a'])
    now = 10_001
    await settled(models, reader)
    expect(models.stateFor(reader).kind).toBe('ready')
  })

  test('what the device did not answer for is asked for again at a login ten minutes later', async () => {
    let now = 0
    let isSlow = true
    const models = newModels(() => now)
    const answer: typeof servedInFolder = (query) => {
      if (isSlow && 'name' in query && query.name === 'a') throw failing('slow', 'timeout')
      return servedInFolder(query)
    }
    const missing = async (id: string) => {
      const { reader } = fakeReader(answer, id)
      models.begin(reader, new Map([[LIBRARY, libraryBody(['a', 'b', 'c'])]]))
      await settled(models, reader)
      const state = models.stateFor(reader)
      return state.kind === 'ready' ? state.known.missing.length : state
    }
    expect(await missing('first')).toBe(1)
    isSlow = false
    expect(await missing('second')).toBe(1)
    now = 10 * 60_000 + 1
    expect(await missing('third')).toBe(0)
  })

  test('an answer that is no library is none', async () => {
    for (const [index, body] of [
      {},
      [],
      'x',
      { [LIBRARY]: 7 },
      { [LIBRARY]: { 'module-set': 'x' } },
    ].entries()) {
      const models = newModels()
      const { reader } = fakeReader(servedInFolder, `session-${index}`)
      models.begin(reader, new Map([[LIBRARY, body]]))
      await settled(models, reader)
      expect(models.stateFor(reader)).toEqual({ kind: 'none', because: 'no-library' })
    }
  })

  test('a service that stops begins nothing', async () => {
    const models = newModels()
    const { reader, asked } = fakeReader(servedInFolder)
    models.begin(reader, new Map([[LIBRARY, libraryBody(['a'])]]))
    models.close()
    await Bun.sleep(5)
    expect(asked).toEqual([])
  })
})
