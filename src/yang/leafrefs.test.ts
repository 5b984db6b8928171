import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, warningsOf } from '../../test/support/compile-yang.ts'
import type { Model, Type } from './model.ts'
import { printModel } from './print.ts'

type Leafref = Extract<Type, { base: 'leafref' }>

function leafrefAt(model: Model, path: string): Leafref | undefined {
  const type = nodeAt(model, path)?.type
  return type?.base === 'leafref' ? type : undefined
}

/** Where the leafref at `from` leads, and to values of what type. */
function leads(
  body: string,
  from: string,
  path: string,
): { readonly target: string | undefined; readonly type: string | undefined } {
  const model = compileYang([`module m { ${body.replace('PATH', path)} }`])
  const leafref = leafrefAt(model, from)
  return {
    target: leafref?.target && `${leafref.target.parent?.name ?? ''}/${leafref.target.name}`,
    type: leafref?.type?.base,
  }
}

const interfaces = `container c { list l { key id; leaf id { type int8; } choice ch { case k { container d { leaf x { type leafref { path "PATH"; } } } } } leaf s { type int16; } } leaf top { type int32; } }`

describe('a leafref', () => {
  test.each([
    ['../../id', 'l/id', 'int8'],
    ['../../s', 'l/s', 'int16'],
    ['../../../top', 'c/top', 'int32'],
    ['/c/l/id', 'l/id', 'int8'],
    ['/m:c/m:l[m:id = current()/../../id]/s', 'l/s', 'int16'],
    [' ../../../l[id=current()/../../id] / id', 'l/id', 'int8'],
    ['current()/../../id', 'l/id', 'int8'],
    ['../../nothing', undefined, undefined],
    ['../../../../../../..', undefined, undefined],
    ['/c/l', undefined, undefined],
    ['', undefined, undefined],
    ['/', undefined, undefined],
  ])('%j leads to %p', (path, target, type) => {
    const leafref = leads(interfaces, '/c/l/ch/k/d/x', path)
    expect([leafref.target, leafref.type]).toEqual([target, type])
  })

  test('of a grouping leads to nodes of the module that uses it, that of a typedef too', () => {
    const model = compileYang([
      'module m { import lib { prefix l; } container c { leaf id { type int8; } uses l:g; leaf z { type l:ref; } } }',
      'module lib { typedef ref { type leafref { path "../id"; } } grouping g { leaf x { type leafref { path "../id"; } } } container data { leaf q { type int16; } } leaf r { type leafref { path "/data/q"; } } }',
    ])
    expect(leafrefAt(model, '/c/x')?.type?.base).toBe('int8')
    expect(leafrefAt(model, '/c/z')).toMatchObject({ typedef: 'lib:ref', type: { base: 'int8' } })
    expect(leafrefAt(model, '/r')?.type?.base).toBe('int16')
  })

  test.each([
    ['input', '../x', 'int8'],
    ['output', '../x', 'int16'],
    ['input', '/m:c/m:l/m:act/m:x', 'int8'],
    ['output', '../../id', 'string'],
  ])('in the %s of an action sees its own side, and the entry it is called on: %s', (side, path, type) => {
    const leaf = `leaf ref { type leafref { path "${path}"; } }`
    const model = compileYang([
      `module m { container c { list l { key id; leaf id { type string; } action act { input { leaf x { type int8; } ${leaf} } output { leaf x { type int16; } ${leaf} } } } } }`,
    ])
    const base: string | undefined = leafrefAt(model, `/c/l/act/${side}/ref`)?.type?.base
    expect(base).toBe(type)
  })

  test('to a leafref has the type at the end of the chain', () => {
    const model = compileYang([
      'module m { leaf a { type leafref { path "../b"; } } leaf b { type leafref { path "../c"; require-instance false; } } leaf c { type uint8; } }',
    ])
    expect(leafrefAt(model, '/a')).toMatchObject({
      requireInstance: true,
      target: { name: 'b' },
      type: { base: 'uint8' },
    })
    expect(leafrefAt(model, '/b')).toMatchObject({ requireInstance: false, target: { name: 'c' } })
  })

  test('with a deref() goes on from where the other one leads', () => {
    const model = compileYang([
      `module m { list l { key id; leaf id { type string; } leaf mtu { type uint16; } }
        leaf name { type leafref { path "/l/id"; } } leaf mtu { type leafref { path "deref(../name)/../mtu"; } } }`,
    ])
    expect(leafrefAt(model, '/mtu')).toMatchObject({ target: { name: 'mtu' }, type: { base: 'uint16' } })
  })

  test('in a union is a member like others', () => {
    const model = compileYang([
      'module m { leaf a { type union { type leafref { path "../b"; } type boolean; } } leaf b { type union { type int8; type empty; } } }',
    ])
    const type = nodeAt(model, '/a')?.type
    expect(type?.base === 'union' ? type.types : []).toMatchObject([
      { base: 'leafref', type: { base: 'union' } },
      { base: 'boolean' },
    ])
  })

  test('to nowhere, or to what is not supported, is said', () => {
    const model = compileYang([
      'module m { feature f; leaf a { type leafref { path "../b"; } } leaf b { type string; if-feature f; } }',
    ])
    expect(leafrefAt(model, '/a')).toMatchObject({ target: undefined, type: undefined })
    expect(warningsOf(model)).toEqual(['m:1 the leaf of leafref "../b" is not defined'])
  })
})

describe('leafrefs in a circle come to no type, and are said', () => {
  test.each([
    ['one to itself', 'leaf a { type leafref { path "../a"; } }'],
    [
      'two to each other',
      'leaf a { type leafref { path "../b"; } } leaf b { type leafref { path "../a"; } }',
    ],
    [
      'through unions',
      'leaf a { type union { type leafref { path "../b"; } } } leaf b { type union { type leafref { path "../a"; } } }',
    ],
    [
      'through deref()',
      'leaf a { type leafref { path "deref(../b)/../a"; } } leaf b { type leafref { path "deref(../a)/../b"; } }',
    ],
  ])('%s', (_, body) => {
    const model = compileYang([`module m { ${body} }`])
    expect(model.warnings.length).toBeGreaterThan(0)
    // Printing follows every leafref: it would not end if one led back to where it comes from.
    expect([...printModel(model)].join()).toContain('leafref->?')
  })
})
