import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, pathsOf, warningsOf } from '../../test/support/compile-yang.ts'

const base = `module base { container top { choice c { case k { leaf a { type string; } } leaf b { type string; } }
  list l { key id; leaf id { type int8; } action act { input { leaf i { type string; } } } notification ev; } container old { status deprecated; } }
  rpc do { output { leaf o { type string; } } } notification note; }`

const augmenting = (body: string) => `module m { import base { prefix b; } ${body} }`

describe('an augment', () => {
  test('adds nodes in the namespace of its own module, after those that were there', () => {
    const model = compileYang([base, augmenting('augment /b:top { leaf x { type string; } }')])
    expect(nodeAt(model, '/top/m:x')).toMatchObject({ module: 'm', parent: { name: 'top' } })
    expect(nodeAt(model, '/top')?.children.at(-1)?.name).toBe('x')
  })

  test('reaches choices, cases, operations, actions and notifications', () => {
    const model = compileYang([
      base,
      augmenting(`augment /b:top/b:c { leaf s { type string; } case n { leaf t { type string; } } }
        augment /b:top/b:c/b:k { leaf u { type string; } } augment /b:top/b:c/b:b { leaf v { type string; } }
        augment /b:do/b:input { leaf w { type string; } } augment /b:do/b:output { leaf x { type string; } }
        augment /b:note { leaf y { type string; } } augment /b:top/b:l/b:act/b:input { leaf z { type string; } }`),
    ])
    const added = [
      '/top/c/s/s',
      '/top/c/n/t',
      '/top/c/k/u',
      '/top/c/b/v',
      '/do/input/w',
      '/do/output/x',
      '/note/y',
      '/top/l/act/input/z',
    ]
    expect(added.filter((path) => !nodeAt(model, path))).toEqual([])
    expect(nodeAt(model, '/do/input/w')?.use).toBe('input')
    expect(model.warnings).toEqual([])
  })

  test('adds to what other augments add, in whatever order the modules come', () => {
    const texts = [
      augmenting(
        'import n { prefix n; } augment /b:top/n:x/n:y { leaf z { type string; } } augment /b:top/m:p/q { leaf r { type string; } } augment /b:top { container p { container q; } }',
      ),
      'module n { import base { prefix b; } augment /b:top/n:x { container y; } augment /b:top { container x; } }',
      base,
    ]
    for (const order of [texts, texts.toReversed()]) {
      const model = compileYang(order)
      expect(nodeAt(model, '/top/x/y/z')).toMatchObject({ module: 'm' })
      expect(nodeAt(model, '/top/p/q/r')).toMatchObject({ module: 'm' })
      expect(model.warnings).toEqual([])
    }
  })

  test('gives its condition to each node it adds, judged at the target', () => {
    const model = compileYang([
      base,
      augmenting(
        `augment /b:top { when "b:x"; leaf x { type string; when "../y"; } } augment /b:top/b:c { when "w"; leaf s { type string; } }`,
      ),
    ])
    expect(nodeAt(model, '/top/m:x')?.whens).toMatchObject([
      { text: 'b:x', isAboutParent: true, module: 'm' },
      { text: '../y', isAboutParent: false },
    ])
    expect(nodeAt(model, '/top/m:x')?.whens[0]?.prefixes.get('b')).toBe('base')
    expect(nodeAt(model, '/top/c/s')?.whens).toMatchObject([{ text: 'w' }])
    expect(nodeAt(model, '/top/c/s/s')?.whens).toEqual([])
  })

  test('adds what is as old as the augment, or as its target', () => {
    const model = compileYang([
      base,
      augmenting(
        `augment /b:top { status obsolete; container x { leaf y { type string; } } } augment /b:top/b:old { leaf z { type string; } }`,
      ),
    ])
    expect(nodeAt(model, '/top/x/y')?.status).toBe('obsolete')
    expect(nodeAt(model, '/top/old/z')?.status).toBe('deprecated')
  })

  test('brings groupings with it', () => {
    const model = compileYang([
      base,
      augmenting(
        'grouping g { leaf x { type string; } } augment /b:top { uses g { refine x { default d; } } }',
      ),
    ])
    expect(nodeAt(model, '/top/m:x')?.defaults).toEqual(['d'])
  })

  test.each([
    ['a node that is not there', '/b:nowhere', 'm:1 there is no node for this augment: /b:nowhere'],
    ['an unknown prefix', '/x:top', 'm:1 target "/x:top" is not defined'],
    ['nothing', '', 'm:1 target "" is not defined'],
  ])('of %s is said, and the rest stands', (_, target, warning) => {
    const model = compileYang([
      base,
      augmenting(`augment "${target}" { leaf x { type string; } } leaf y { type string; }`),
    ])
    expect(warningsOf(model)).toEqual([warning])
    expect(nodeAt(model, '/y')).toBeDefined()
  })

  test('of a module that is only imported has no target; one in such a module adds nothing', () => {
    const model = compileYang([base, augmenting('augment /b:top { leaf x { type string; } }')], {
      implemented: ['m'],
    })
    expect(pathsOf(model)).toEqual([])
    expect(warningsOf(model)).toEqual(['m:1 there is no node for this augment: /b:top'])
    const other = compileYang([base, augmenting('augment /b:top { leaf x { type string; } }')], {
      implemented: ['base'],
    })
    expect(nodeAt(other, '/top/m:x')).toBeUndefined()
  })

  test('that adds a name twice keeps the first node and says so; another module may use the name', () => {
    const model = compileYang([
      base,
      augmenting('augment /b:top { leaf x { type int8; } } augment /b:top { leaf x { type int16; } }'),
      'module n { import base { prefix b; } augment /b:top { leaf x { type int32; } } }',
    ])
    const named = nodeAt(model, '/top')?.children.filter(({ name }) => name === 'x') ?? []
    expect(named.map(({ module, type }) => [module, type?.base])).toEqual([
      ['m', 'int8'],
      ['n', 'int32'],
    ])
    expect(warningsOf(model)).toEqual(['m:1 there is a "x" here already'])
  })
})
