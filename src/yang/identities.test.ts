import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, warningsOf } from '../../test/support/compile-yang.ts'
import type { Model } from './model.ts'

const derivedFrom = (model: Model, name: string) =>
  model.identities.get(name)?.derived.map((identity) => `${identity.module}:${identity.name}`)

describe('an identity', () => {
  test('knows all that derive from it, over modules and by several ways, each once', () => {
    const model = compileYang([
      'module a { identity root { description "R."; status deprecated; } identity one { base root; } identity two { base a:root; } }',
      'module b { import a { prefix x; } identity both { base x:one; base x:two; } identity last { base both; } }',
    ])
    expect(derivedFrom(model, 'a:root')).toEqual(['a:one', 'a:two', 'b:both', 'b:last'])
    expect(derivedFrom(model, 'a:two')).toEqual(['b:both', 'b:last'])
    expect(derivedFrom(model, 'b:last')).toEqual([])
    expect(model.identities.get('a:root')).toMatchObject({
      description: 'R.',
      status: 'deprecated',
      bases: [],
    })
    expect(model.identities.get('b:both')?.bases.map(({ name }) => name)).toEqual(['one', 'two'])
  })

  test('that the device does not support is no value, but passes derivation on', () => {
    const model = compileYang(
      [
        'module a { import b { prefix b; } feature f; identity root; identity off { base root; if-feature f; } identity on { base off; } leaf x { type identityref { base root; } } }',
        'module b { import a { prefix a; } identity far { base a:root; } }',
      ],
      { implemented: ['a'] },
    )
    expect(derivedFrom(model, 'a:root')).toEqual(['a:on'])
    expect(['a:off', 'a:on', 'b:far'].map((name) => model.identities.get(name)?.isSupported)).toEqual([
      false,
      true,
      false,
    ])
    expect(nodeAt(model, '/x')?.type).toMatchObject({ base: 'identityref', bases: [{ name: 'root' }] })
  })

  test('without its base is said, and so is a circle', () => {
    const model = compileYang([
      'module a { identity x { base nothing; } identity y { base z; } identity z { base y; } leaf l { type identityref { base gone; } } }',
    ])
    expect(warningsOf(model)).toEqual([
      'a:1 identity "nothing" is not defined',
      'a:0 identity "y" derives from itself',
      'a:0 identity "z" derives from itself',
      'a:1 identity "gone" is not defined',
    ])
    expect(derivedFrom(model, 'a:y')).toEqual(['a:z'])
  })

  test('of a type can have several bases', () => {
    const model = compileYang([
      'module a { identity p; identity q; leaf l { type identityref { base p; base a:q; } } }',
    ])
    const type = nodeAt(model, '/l')?.type
    expect(type?.base === 'identityref' ? type.bases.map(({ name }) => name) : []).toEqual(['p', 'q'])
  })
})
