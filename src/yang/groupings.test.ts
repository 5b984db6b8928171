import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, pathsOf, warningsOf } from '../../test/support/compile-yang.ts'

describe('a uses', () => {
  test('puts the nodes where it stands, in the namespace of the module that uses them', () => {
    const model = compileYang(
      [
        'module m { import lib { prefix l; } leaf before { type string; } uses l:g; leaf after { type string; } }',
        'module lib { typedef t { type int8; default 3; } grouping g { uses inner; leaf x { type t; } } grouping inner { container c; } }',
      ],
      { implemented: ['m'] },
    )
    expect(pathsOf(model)).toEqual(['/before', '/c', '/x', '/after'])
    expect(nodeAt(model, '/x')).toMatchObject({ module: 'm', defaults: ['3'] })
  })

  test('finds groupings where the text stands: the nearest around it first', () => {
    const model = compileYang([
      `module m { container c { grouping g { leaf near { type string; } } container d { uses g; } uses top; }
        grouping top { uses h; } grouping h { leaf far { type string; } } }`,
    ])
    expect(pathsOf(model)).toEqual(['/c', '/c/d', '/c/d/near', '/c/far'])
  })

  test('of a grouping that is not there, or contains itself, is said, and the rest stands', () => {
    const model = compileYang([
      `module m { uses nothing; grouping a { leaf x { type string; } container c { uses b; } } grouping b { uses a; }
        uses a; leaf y { type string; } }`,
    ])
    expect(pathsOf(model)).toEqual(['/x', '/c', '/y'])
    expect(warningsOf(model)).toEqual([
      'm:1 grouping "nothing" is not defined',
      'm:1 grouping "a" contains itself, or too many inside each other',
    ])
  })

  test('with a when or a status gives both to all that it brings', () => {
    const model = compileYang([
      `module m { leaf on { type boolean; } uses g { when "on = 'true'"; status deprecated; }
        grouping g { leaf x { type string; when "1"; } container c { leaf y { type string; } } } }`,
    ])
    expect(nodeAt(model, '/x')?.whens.map(({ text, isAboutParent }) => [text, isAboutParent])).toEqual([
      ["on = 'true'", true],
      ['1', false],
    ])
    expect(nodeAt(model, '/c')?.whens).toHaveLength(1)
    expect(nodeAt(model, '/c/y')).toMatchObject({ whens: [], status: 'deprecated' })
  })
})

describe('a refine', () => {
  const grouping = `grouping g { container c { leaf x { type int8; default 1; must "a"; } leaf-list l { type string; default p; }
    list e { key k; leaf k { type string; } } choice ch { leaf one { type string; } case two { leaf t { type string; } } } anydata any; } }`
  const refined = (refinements: string) =>
    compileYang([`module m { feature f; ${grouping} uses g { ${refinements} } }`])

  test('replaces what a node has one of, and adds to its musts', () => {
    const model = refined(`refine c { presence "P."; config false; description "D."; reference "R."; }
      refine c/x { default 2; must "b"; } refine c/l { default q; default r; min-elements 0; max-elements 3; }
      refine c/e { min-elements 1; max-elements 9; } refine c/ch { default two; } refine c/any { mandatory true; }
      refine c/ch/two/t { mandatory false; description "T."; }`)
    expect(nodeAt(model, '/c')).toMatchObject({
      presence: 'P.',
      use: 'ro',
      description: 'D.',
      reference: 'R.',
    })
    expect(nodeAt(model, '/c/x')).toMatchObject({
      defaults: ['2'],
      use: 'ro',
      musts: [{ text: 'a' }, { text: 'b' }],
    })
    expect(nodeAt(model, '/c/l')).toMatchObject({ defaults: ['q', 'r'], maxElements: 3 })
    expect(nodeAt(model, '/c/e')).toMatchObject({ minElements: 1, maxElements: 9 })
    expect(nodeAt(model, '/c/ch')).toMatchObject({ defaults: ['two'] })
    expect(nodeAt(model, '/c/any')).toMatchObject({ mandatory: true })
    expect(nodeAt(model, '/c/ch/two/t')).toMatchObject({ description: 'T.' })
    expect(model.warnings).toEqual([])
  })

  test('of an outer uses comes after that of an inner one, and does not touch other uses', () => {
    const model = compileYang([
      `module m { grouping a { leaf x { type int8; default 1; } } grouping b { uses a { refine x { default 2; } } }
        container inner { uses a; } container middle { uses b; } container outer { uses b { refine x { default 3; } } } }`,
    ])
    const defaults = ['/inner/x', '/middle/x', '/outer/x'].map((path) => nodeAt(model, path)?.defaults)
    expect(defaults).toEqual([['1'], ['2'], ['3']])
  })

  test('reaches what an augment of the same or an inner uses adds', () => {
    const model = compileYang([
      `module m { grouping a { container c; } grouping b { uses a { augment c { leaf x { type int8; } } } }
        uses b { refine c/x { default 5; } refine c/y { default 6; } augment c { leaf y { type int8; } } } }`,
    ])
    expect(nodeAt(model, '/c/x')?.defaults).toEqual(['5'])
    expect(nodeAt(model, '/c/y')?.defaults).toEqual(['6'])
  })

  test('of a node that is not there is said once, however often the grouping is used', () => {
    const model = compileYang([
      'module m { grouping a { leaf x { type string; } } grouping b { uses a { refine y { default 1; } } } container c { uses b; } container d { uses b; } }',
    ])
    expect(warningsOf(model)).toEqual(['m:1 there is no node for this refine: y'])
  })
})

describe('an augment of a uses', () => {
  test('adds to what the grouping has, with its condition, and to what other augments add', () => {
    const model = compileYang([
      `module m { grouping g { container c { choice ch { leaf a { type string; } } } }
        uses g { augment c/deeper { leaf z { type string; } } augment c { when "w"; container deeper; }
          augment c/ch { leaf b { type string; } case k { leaf d { type string; } } } } }`,
    ])
    expect(pathsOf(model)).toEqual([
      '/c',
      '/c/ch',
      '/c/ch/a',
      '/c/ch/a/a',
      '/c/ch/b',
      '/c/ch/b/b',
      '/c/ch/k',
      '/c/ch/k/d',
      '/c/deeper',
      '/c/deeper/z',
    ])
    expect(nodeAt(model, '/c/deeper')?.whens).toMatchObject([{ text: 'w', isAboutParent: true }])
  })
})
