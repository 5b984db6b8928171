import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { libraryResources } from '../demo/self-description.ts'
import { readLibrary } from './device-library.ts'

const withModules = (module: readonly unknown[], more: object = {}) => ({
  'ietf-yang-library:yang-library': { 'module-set': [{ name: 'all', module, ...more }] },
})
const named = (body: unknown) => readLibrary(body)?.modules.map(({ name }) => name)

describe('the library of a device', () => {
  test('both forms name the same modules', () => {
    const library = { features: ['wifi'], form: 'both' } as const
    const { 'ietf-yang-library:yang-library': one, 'ietf-yang-library:modules-state': other } =
      libraryResources(library)
    const read = readLibrary({ 'ietf-yang-library:yang-library': one })
    const old = readLibrary({ 'ietf-yang-library:modules-state': other })
    expect(read?.modules).toEqual(old?.modules ?? [])
    expect(read?.key).toBe(old?.key ?? '')
    expect(read?.datastores).toEqual(['operational', 'running', 'startup'])
    expect(old?.datastores).toEqual([])
    const interfaces = read?.modules.find(({ name }) => name === 'infix-interfaces')
    expect(interfaces).toMatchObject({ isImplemented: true, features: ['wifi'] })
    expect(interfaces?.submodules).toHaveLength(4)
    expect(read?.modules.find(({ name }) => name === 'ietf-inet-types')?.isImplemented).toBe(false)
  })

  test('the key follows the content: not the order, not what the device calls it', () => {
    const [a, b] = [
      { name: 'a', revision: '2026-01-01' },
      { name: 'b', feature: ['x', 'y'] },
    ]
    const keyOf = (...modules: unknown[]) => readLibrary(withModules(modules))?.key
    expect(keyOf(a, b)).toBe(keyOf({ ...b, feature: ['y', 'x'] }, a))
    expect(keyOf(a, b)).not.toBe(keyOf(a, { ...b, feature: ['x'] }))
    expect(keyOf(a, b)).not.toBe(keyOf({ ...a, revision: '2026-01-02' }, b))
    const called = withModules([a], { 'content-id': '0' })
    expect(readLibrary(called)?.key).toBe(keyOf(a))
  })

  test('an implemented module goes before an import-only one of its name', () => {
    const body = withModules([{ name: 'a', revision: '2026-01-01' }], {
      'import-only-module': [
        { name: 'a', revision: '2020-01-01' },
        { name: 'b', revision: '' },
      ],
    })
    expect(readLibrary(body)?.modules).toMatchObject([
      { name: 'a', revision: '2026-01-01', isImplemented: true },
      { name: 'b', revision: undefined, isImplemented: false },
    ])
  })

  test('where datastores differ, the modules are those of the data as it is now', () => {
    const set = (name: string) => ({ name, module: [{ name }] })
    const body = {
      'ietf-yang-library:yang-library': {
        'module-set': [set('one'), set('two')],
        schema: [
          { name: 'conventional', 'module-set': ['one'] },
          { name: 'now', 'module-set': ['two'] },
        ],
        datastore: [
          { name: 'ietf-datastores:running', schema: 'conventional' },
          { name: 'ietf-datastores:operational', schema: 'now' },
        ],
      },
    }
    expect(named(body)).toEqual(['two'])
  })

  test('names and revisions that could become another path are no modules', () => {
    const names = ['../etc', 'a/b', '', '.a', 'a b', 'x'.repeat(201), 7, null, '__proto__']
    const bad = names.map((name) => ({ name }))
    expect(named(withModules([...bad, { name: 'a', revision: '../x' }, { name: 'good' }]))).toEqual([
      '__proto__',
      'good',
    ])
  })

  test('at most 2,000 texts are wanted; what is beyond is named', () => {
    const many = Array.from({ length: 2_500 }, (_, index) => ({ name: `m${index}` }))
    const library = readLibrary(withModules(many))
    expect(library?.modules).toHaveLength(2_000)
    expect(library?.leftOut).toHaveLength(500)
    const parts = Array.from({ length: 150 }, (_, index) => ({ name: `p${index}` }))
    const wide = readLibrary(
      withModules(many.slice(0, 100).map((module) => ({ ...module, submodule: parts }))),
    )
    expect(wide?.modules).toHaveLength(13)
  })

  test('anything else is no library, and never a surprise', () => {
    for (const body of [undefined, null, [], {}, 'x', withModules([])])
      expect(readLibrary(body)).toBeUndefined()
    const anything = fc.jsonValue({ maxDepth: 6 })
    fc.assert(fc.property(anything, (module) => void readLibrary(withModules([module]))))
    fc.assert(fc.property(anything, (body) => void readLibrary({ 'ietf-yang-library:yang-library': body })))
  })

  const sample = '../shared/device-samples/yang-library.json'
  test.skipIf(!existsSync(sample))('a real device names 112 modules, 9 of them for import only', () => {
    const library = readLibrary(JSON.parse(readFileSync(sample, 'utf8')))
    expect(library?.modules.length).toBe(112)
    expect(library?.modules.filter(({ isImplemented }) => !isImplemented)).toHaveLength(9)
    expect(library?.modules.flatMap(({ submodules }) => submodules)).toHaveLength(13)
  })
  if (!existsSync(sample)) console.log(`${sample} is not there: the library of a real device is left out`)
})
