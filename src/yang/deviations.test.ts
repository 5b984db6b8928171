import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, pathsOf, warningsOf } from '../../test/support/compile-yang.ts'

const base = `module base { typedef t { type uint8; default 3; units apples; }
  container c { leaf a { type string; default x; units u; must "1"; must "2"; } leaf b { type t; }
    leaf-list ll { type t; default 1; default 2; } list l { key k; unique "u v"; unique w; leaf k { type string; } leaf u { type string; } leaf v { type string; } leaf w { type string; } }
    leaf m { type string; mandatory true; } choice ch { default one; leaf one { type string; } leaf two { type string; } } leaf r { type string; config false; } }
  rpc op { input { leaf i { type string; } } } }`

const deviated = (deviations: string) =>
  compileYang([
    base,
    `module dev { import base { prefix b; } typedef narrow { type int16 { range "1..9"; } default 4; } ${deviations} }`,
  ])
const deviation = (path: string, change: string) => deviated(`deviation /b:c/b:${path} { ${change} }`)

describe('a deviation', () => {
  test('not-supported takes a node away with all that is in it', () => {
    const model = deviated(
      'deviation /b:c { deviate not-supported; } deviation /b:op/b:input/b:i { deviate not-supported; }',
    )
    expect(pathsOf(model)).toEqual(['/op', '/op/input', '/op/output'])
    expect(model.warnings).toEqual([])
  })

  test('of what an operation takes leaves an input with nothing in it', () => {
    const model = deviated('deviation /b:op/b:input { deviate not-supported; }')
    expect(pathsOf(model).filter((path) => path.startsWith('/op'))).toEqual([
      '/op',
      '/op/input',
      '/op/output',
    ])
  })

  test('of one case leaves the others, and no empty shell of it', () => {
    expect(pathsOf(deviation('ch/b:two/b:two', 'deviate not-supported;'))).not.toContain('/c/ch/two')
  })

  test.each([
    ['config', 'a', 'deviate add { config false; }', { use: 'ro' }],
    ['config the other way', 'r', 'deviate replace { config true; }', { use: 'rw' }],
    ['default', 'b', 'deviate add { default 5; }', { defaults: ['5'] }],
    ['a further default', 'll', 'deviate add { default 9; }', { defaults: ['1', '2', '9'] }],
    ['another default', 'a', 'deviate replace { default y; }', { defaults: ['y'] }],
    ['no default', 'a', 'deviate delete { default x; }', { defaults: [] }],
    ['one default less', 'll', 'deviate delete { default 1; }', { defaults: ['2'] }],
    ['mandatory', 'a', 'deviate delete { default x; } deviate add { mandatory true; }', { mandatory: true }],
    ['not mandatory', 'm', 'deviate replace { mandatory false; }', { mandatory: false }],
    [
      'a further must',
      'a',
      'deviate add { must "3"; }',
      { musts: [{ text: '1' }, { text: '2' }, { text: '3' }] },
    ],
    ['one must less', 'a', 'deviate delete { must "1"; }', { musts: [{ text: '2' }] }],
    ['units', 'b', 'deviate add { units pears; }', { units: 'pears' }],
    ['no units', 'a', 'deviate delete { units u; }', { units: undefined }],
    [
      'element counts',
      'll',
      'deviate add { min-elements 1; max-elements 4; }',
      { minElements: 1, maxElements: 4 },
    ],
    ['unbounded', 'l', 'deviate replace { max-elements unbounded; }', { maxElements: undefined }],
    ['a further unique', 'l', 'deviate add { unique v; }', { unique: [['u', 'v'], ['w'], ['v']] }],
    ['one unique less', 'l', 'deviate delete { unique "u v"; }', { unique: [['w']] }],
    ['no default case', 'ch', 'deviate delete { default one; }', { defaults: [] }],
    [
      'a mandatory choice',
      'ch',
      'deviate delete { default one; } deviate add { mandatory true; }',
      { mandatory: true },
    ],
    [
      'the type, read where the deviation stands',
      'b',
      'deviate replace { type narrow; }',
      { defaults: ['4'], type: { base: 'int16', typedef: 'dev:narrow' } },
    ],
  ])('%s', (_, path, change, expected) => {
    const model = deviation(path, change)
    expect(nodeAt(model, `/c/${path}`)).toMatchObject(expected)
    expect(model.warnings).toEqual([])
  })

  test('of a container’s config reaches what is in it', () => {
    expect(nodeAt(deviated('deviation /b:c { deviate add { config false; } }'), '/c/l/v')?.use).toBe('ro')
  })

  test('comes after refinements and reaches what augments add, whichever module is first', () => {
    const dev =
      'module dev { import n { prefix n; } deviation /n:c/n:x { deviate replace { default 3; } } deviation /n:c/n:y { deviate not-supported; } }'
    const n =
      'module n { grouping g { container c { leaf x { type int8; default 1; } } } uses g { refine c/x { default 2; } } augment /n:c { leaf y { type string; } } }'
    for (const texts of [
      [dev, n],
      [n, dev],
    ]) {
      const model = compileYang(texts)
      expect(pathsOf(model)).toEqual(['/c', '/c/x'])
      expect(nodeAt(model, '/c/x')?.defaults).toEqual(['3'])
    }
  })

  test('of an import-only module counts for nothing', () => {
    const dev = 'module dev { import base { prefix b; } deviation /b:c { deviate not-supported; } }'
    const model = compileYang([base, dev, 'module m { import dev { prefix d; } }'], {
      implemented: ['base', 'm'],
    })
    expect(nodeAt(model, '/c')).toBeDefined()
  })

  test('without a target, with nothing to delete, or of an unknown kind is said', () => {
    const model = deviated(`deviation /b:nothing { deviate not-supported; }
      deviation /b:c/b:b { deviate delete { default 9; } } deviation /b:c/b:m { deviate twist { default 9; } }`)
    expect(warningsOf(model)).toEqual([
      'dev:2 the node has nothing that this deviation deletes',
      'dev:2 "deviate twist" is not known',
      'dev:1 there is no node for this deviation: /b:nothing',
    ])
  })
})
