import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CapturedLog, capturedLog } from '../../test/support/captured-log.ts'
import {
  fakeReader,
  libraryOf,
  loadParts,
  moduleText,
  servedInFolder,
} from '../../test/support/fake-models.ts'
import { until } from '../../test/support/until.ts'
import { Load } from './load.ts'
import { ModelCache } from './model-cache.ts'
import { readFolder } from './model-folder.ts'

let folder: string
let log: CapturedLog
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-models-'))
  log = capturedLog()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const key = 'a'.repeat(64)
const cacheOf = (inside = folder) => new ModelCache(inside, key, log)
const texts = new Map([['a@2026-01-01', moduleText('a')]])
const file = () => join(folder, key, 'a@2026-01-01.yang')

describe('the folder that texts are kept in', () => {
  test('brings back what was written, in files that no other user may read', async () => {
    await cacheOf(join(folder, 'new')).write(texts)
    expect(await cacheOf(join(folder, 'new')).read()).toEqual(texts)
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'new', key)).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'new', key, 'a@2026-01-01.yang')).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'new', key))).toEqual(['a@2026-01-01.yang'])
    expect(log.lines.map(({ event }) => event)).toEqual([])
  })

  test('is empty before it is there, without a word', async () => {
    expect((await cacheOf().read()).size).toBe(0)
    expect(log.lines.map(({ event }) => event)).toEqual([])
  })

  test.each([
    ['another module', moduleText('b')],
    ['another revision', moduleText('a', '2020-01-01')],
    ['half a module', moduleText('a').slice(0, -10)],
    ['no module', '\0'.repeat(100)],
    ['more than 4 MiB', moduleText('a') + ' '.repeat(4 * 1024 * 1024)],
  ])('a file that holds %s is ignored, with one line of the log', async (_, text) => {
    await cacheOf().write(texts)
    writeFileSync(file(), text)
    expect((await cacheOf().read()).size).toBe(0)
    expect(log.of('model.file-ignored')).toEqual([{ file: file() }])
  })

  test('a folder that others may write is not believed', async () => {
    await cacheOf().write(texts)
    chmodSync(join(folder, key), 0o777)
    expect((await cacheOf().read()).size).toBe(0)
    expect(log.lines.map(({ event }) => event)).toEqual(['model.folder-unreadable'])
  })

  test('where a link lies in wait nothing is written, and no rights are changed', async () => {
    mkdirSync(join(folder, 'elsewhere'), { mode: 0o755 })
    symlinkSync(join(folder, 'elsewhere'), join(folder, key))
    await cacheOf().write(texts)
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([])
    expect(statSync(join(folder, 'elsewhere')).mode & 0o777).toBe(0o755)
    expect(log.lines.map(({ event }) => event)).toEqual(['model.not-kept'])
  })

  test('nothing is kept where others could change it later', async () => {
    chmodSync(folder, 0o777)
    await cacheOf().write(texts)
    expect(readdirSync(join(folder, key))).toEqual([])
    expect(log.lines.map(({ event }) => event)).toEqual(['model.not-kept'])
  })

  test('no more than 64 MiB are read back', async () => {
    const filler = ' '.repeat(4 * 1024 * 1024 - 1_000)
    const names = Array.from({ length: 18 }, (_, n) => `m${n}`)
    await cacheOf().write(new Map(names.map((name) => [`${name}@2026-01-01`, moduleText(name) + filler])))
    expect((await cacheOf().read()).size).toBe(16)
    expect(log.of('model.file-ignored')).toHaveLength(2)
  })

  test('a folder that cannot be written is one line of the log', async () => {
    writeFileSync(join(folder, 'file'), '')
    await cacheOf(join(folder, 'file')).write(texts)
    expect(log.lines.map(({ event }) => event)).toEqual(['model.not-kept'])
  })

  test('no name leads out of the folder', async () => {
    await cacheOf().write(
      new Map([
        ['../b@2026-01-01', moduleText('b')],
        ['c', moduleText('c')],
      ]),
    )
    expect(readdirSync(folder)).toEqual([key])
    expect(readdirSync(join(folder, key))).toEqual([])
  })

  test('the libraries of four devices or versions are kept, and nothing that is not ours is taken away', async () => {
    mkdirSync(join(folder, 'of-somebody-else'))
    const keys = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(64))
    for (const [age, each] of keys.entries()) {
      await new ModelCache(folder, each, log).write(texts)
      const at = new Date(Date.now() - (keys.length - age) * 60_000)
      utimesSync(join(folder, each), at, at)
    }
    await cacheOf().write(texts)
    expect(readdirSync(folder).sort()).toEqual([...keys.slice(3), key, 'of-somebody-else'].sort())
  })
})

describe('a load with folders', () => {
  const load = async (parts: Partial<typeof loadParts> & object) => {
    const { reader, asked } = fakeReader(servedInFolder)
    const under = new Load(libraryOf(['a', 'b']), { ...loadParts, log, ...parts })
    under.join(reader)
    await until(() => under.state.kind !== 'reading', 'the load ends')
    return { asked: asked.map((query) => 'name' in query && query.name), state: under.state }
  }
  const cache = () => ({ cache: { folder, key } }) as never

  test('a restart asks the device for nothing that was kept', async () => {
    expect((await load(cache())).asked).toEqual(['a', 'b'])
    await until(() => existsSync(join(folder, key, 'b@2026-01-01.yang')), 'the texts are kept')
    const again = await load(cache())
    expect([again.asked, again.state.kind]).toEqual([[], 'ready'])
  })

  test('what is broken in the cache is asked for again, and mended', async () => {
    await load(cache())
    await until(() => existsSync(join(folder, key, 'b@2026-01-01.yang')), 'the texts are kept')
    writeFileSync(file(), 'module a {')
    expect((await load(cache())).asked).toEqual(['a'])
    await until(() => readFileSync(file(), 'utf8') === moduleText('a'), 'the file is mended')
    expect(log.of('model.file-ignored')).toHaveLength(1)
  })

  test("the operator's folder goes before the device, by what the texts call themselves", async () => {
    writeFileSync(join(folder, 'called-anything.yang'), moduleText('a'))
    writeFileSync(join(folder, 'b.yang'), moduleText('b', '2019-01-01'))
    writeFileSync(join(folder, 'broken.yang'), 'module b {')
    symlinkSync('/dev/zero', join(folder, 'endless.yang'))
    expect((await load({ folder } as never)).asked).toEqual(['b'])
    expect(log.of('model.file-ignored')).toHaveLength(2)
  })

  test('an operator’s folder that is gone is one line of the log', async () => {
    expect((await readFolder(join(folder, 'gone'), log)).size).toBe(0)
    expect(log.lines.map(({ event }) => event)).toEqual(['model.folder-unreadable'])
  })
})
