import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, pathsOf, warningsOf } from '../../test/support/compile-yang.ts'
import { compileModel } from './compile.ts'

const header = (name: string) => `yang-version 1.1; namespace "urn:${name}"; prefix ${name};`

describe('a model', () => {
  test('describes its modules by the text, not by what it was handed in as', () => {
    const text = `module a { ${header('a')} revision 2020-01-01; revision 2024-05-06; revision 2019-01-01;
      organization "Us"; description "What it is for."; }`
    const library = { modules: [{ name: 'a', revision: undefined, features: [], isImplemented: true }] }
    const { modules } = compileModel({ texts: [{ name: 'b@2001-01-01.yang', text }], library })
    expect([...modules.values()]).toEqual([
      {
        name: 'a',
        revision: '2024-05-06',
        namespace: 'urn:a',
        prefix: 'a',
        isImplemented: true,
        description: 'What it is for.',
        organization: 'Us',
      },
    ])
  })

  test('has the nodes of implemented modules only, and knows what they import', () => {
    const model = compileYang(
      [
        'module a { import b { prefix b; } leaf x { type b:t; } uses b:g; }',
        'module b { typedef t { type int8; } grouping g { leaf y { type t; } } leaf z { type t; } }',
        'module stranger { leaf s { type string; } }',
      ],
      { implemented: ['a'] },
    )
    expect(pathsOf(model)).toEqual(['/x', '/y'])
    expect([...model.modules].map(([name, { isImplemented }]) => [name, isImplemented])).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  test('has its modules import each other in a circle', () => {
    const model = compileYang([
      'module a { import b { prefix b; } leaf x { type b:t; } typedef u { type int8; } }',
      'module b { import a { prefix a; } leaf y { type a:u; } typedef t { type int16; } }',
    ])
    expect(model.roots.map(({ type }) => type?.base)).toEqual(['int16', 'int8'])
  })
})

describe('an import', () => {
  const old = `module lib { ${header('lib')} revision 2019-01-01; typedef t { type int8; } }`
  const recent = `module lib { ${header('lib')} revision 2021-01-01; typedef t { type int16; } }`
  const importing = (revision: string) =>
    `module a { import lib { prefix l; ${revision} } leaf x { type l:t; } }`

  test('without a revision takes the newest text', () => {
    const model = compileYang([importing(''), old, recent], { implemented: ['a'] })
    expect(nodeAt(model, '/x')?.type?.base).toBe('int16')
  })

  test('with a revision takes that one, beside another that is implemented', () => {
    const model = compileYang([importing('revision-date 2019-01-01;'), old, recent])
    expect(nodeAt(model, '/x')?.type?.base).toBe('int8')
    expect(model.modules.get('lib')?.revision).toBe('2021-01-01')
  })

  test('with a revision that is not there takes another one, and says so', () => {
    const model = compileYang([importing('revision-date 2020-02-02;'), old], { implemented: ['a'] })
    expect(nodeAt(model, '/x')?.type?.base).toBe('int8')
    expect(warningsOf(model)).toEqual(['a:1 revision 2020-02-02 of "lib" is not there; another one is used'])
  })

  test('of a module that is missing is said once, whatever needs it', () => {
    const model = compileYang([
      `module a { import gone { prefix g; } leaf x { type g:t; } leaf y { type g:u; } uses g:grouping;
        augment "/g:top" { leaf z { type string; } } leaf r { type leafref { path "/g:top/g:leaf"; } }
        identity i { base g:i; } leaf ok { type string; if-feature g:f; } }`,
      'module b { import gone { prefix g; } leaf v { type g:t; } }',
    ])
    expect(warningsOf(model)).toEqual(['a:1 "gone" is missing; what needs it is left out'])
    expect(pathsOf(model)).toEqual(['/x', '/y', '/r', '/v'])
    expect(nodeAt(model, '/x')?.type).toBeUndefined()
  })
})

describe('submodules', () => {
  const main = (includes: string) =>
    `module m { ${header('m')} ${includes} container top { uses one; } leaf l { type t2; } }`
  const one = (more: string) => `submodule one { yang-version 1.1; belongs-to m { prefix own; } ${more}
    grouping one { leaf a { type own:t2; } } augment "/own:top" { leaf added { type int8; } } }`
  const two = `submodule two { yang-version 1.1; belongs-to m { prefix p; } import lib { prefix m; } typedef t2 { type m:t; } leaf b { type t2; } }`
  const lib = `module lib { ${header('lib')} typedef t { type int32; } }`

  test('that the module includes are part of it, each with prefixes of its own', () => {
    const model = compileYang([main('include one; include two;'), one(''), two, lib], { implemented: ['m'] })
    expect(pathsOf(model)).toEqual(['/top', '/top/a', '/top/added', '/l', '/b'])
    expect(nodeAt(model, '/top/a')).toMatchObject({ module: 'm', type: { base: 'int32' } })
    expect(model.warnings).toEqual([])
  })

  test('that only a submodule includes are part of it, too: the way of YANG 1', () => {
    const model = compileYang([main('include one;'), one('include two;'), two, lib], { implemented: ['m'] })
    expect(nodeAt(model, '/b')?.type?.base).toBe('int32')
  })

  test('that include each other in a circle come once', () => {
    const circle = two.replace('import lib', 'include one; import lib')
    const model = compileYang([main('include one;'), one('include two;'), circle, lib], {
      implemented: ['m'],
    })
    expect(pathsOf(model)).toEqual(['/top', '/top/a', '/top/added', '/l', '/b'])
  })

  test('that are missing, or of another module, are named', () => {
    const foreign = 'submodule two { belongs-to other { prefix o; } }'
    const model = compileYang([main('include one; include two;'), foreign], { implemented: ['m'] })
    expect(warningsOf(model).slice(0, 2)).toEqual([
      'm:1 the submodule "one" is missing; what it defines is left out',
      'm:1 "two" is not a submodule of this module, or belongs to another revision of it',
    ])
  })
})

describe('what is wrong with one text leaves the others alone:', () => {
  const good = 'module good { leaf x { type string; } }'

  test.each([
    ['a broken one', 'module bad {\n leaf y {', 'text:2 left out: the text ends inside "leaf"'],
    ['one that is no module', 'container c { }', 'text:1 left out: this is neither a module nor a submodule'],
    ['the same one twice', good, 'good:1 left out: there is another text of this name and revision'],
  ])('%s', (_, bad, warning) => {
    const model = compileYang([good, bad], { implemented: ['good'] })
    expect(pathsOf(model)).toEqual(['/x'])
    expect(warningsOf(model)).toEqual([warning])
  })

  test('one that the library names and that is not there, or there in another revision', () => {
    const modules = ['good', 'gone'].map((name) => ({
      name,
      revision: '2020-01-01',
      features: [],
      isImplemented: true,
    }))
    const text = `module good { ${header('good')} leaf x { type string; } }`
    const model = compileModel({ texts: [{ name: 'good.yang', text }], library: { modules } })
    expect(warningsOf(model)).toEqual([
      'good:1 the device has revision 2020-01-01, this text no revision',
      'gone:0 left out: there is no text for this module',
    ])
  })

  test('an escape that YANG 1.1 forbids is taken as written, and said; YANG 1 allows it', () => {
    const text = (version: string) => `module m { yang-version ${version}; namespace "urn:m"; prefix m;
      leaf x { type string { pattern "\\d"; } } }`
    const model = compileYang([text('1.1')])
    expect(nodeAt(model, '/x')?.type).toMatchObject({ patterns: [{ text: '\\d' }] })
    expect(warningsOf(model)).toEqual([
      'm:2 an escape or a quote that YANG 1.1 does not allow; it is taken as written',
    ])
    expect(compileYang([text('1')]).warnings).toEqual([])
  })
})
