import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, warningsOf } from '../../test/support/compile-yang.ts'
import type { Model, Type } from './model.ts'

/** The type of `leaf x { type … }`, with what else the module says. */
function compile(type: string, rest = ''): Model {
  return compileYang([`module m { ${rest} container c { leaf x { type ${type} } } }`])
}

function typeOf(type: string, rest = ''): Type | undefined {
  return nodeAt(compile(type, rest), '/c/x')?.type
}

const range = (min: number | bigint, max: number | bigint = min) => ({ min: BigInt(min), max: BigInt(max) })

describe('a typedef', () => {
  const chain = `typedef a { type b { range "min..20 | 40..max"; } units apples; }
    typedef b { type int8 { range "-5..50"; } default 7; units pears; description "B."; }
    typedef c { type a; description "C."; }`

  test('leads over others to a built-in type, with the narrowest ranges', () => {
    expect(typeOf('c;', chain)).toMatchObject({
      base: 'int8',
      ranges: [range(-5, 20), range(40, 50)],
      typedef: 'm:c',
      typedefDescription: 'C.',
    })
  })

  test('passes its default and units on, the nearest ones first', () => {
    const leaf = (type: string, more = '') =>
      nodeAt(compileYang([`module m { ${chain} leaf x { type ${type}; ${more} } }`]), '/x')
    expect(leaf('c')).toMatchObject({ defaults: ['7'], units: 'apples' })
    expect(leaf('c', 'default 8; units nuts;')).toMatchObject({ defaults: ['8'], units: 'nuts' })
    expect(leaf('b', 'mandatory true;')).toMatchObject({ defaults: [], units: 'pears' })
  })

  test('in a container or grouping is found from within, where the text stands', () => {
    const model = compileYang([
      `module m { container c { typedef inner { type int8; } container d { leaf x { type m:inner; } } uses g; }
        grouping g { typedef inner { type int16; } leaf y { type inner; } } leaf z { type inner; } }`,
    ])
    expect(nodeAt(model, '/c/d/x')?.type?.base).toBe('int8')
    expect(nodeAt(model, '/c/y')?.type?.base).toBe('int16')
    expect(nodeAt(model, '/z')?.type).toBeUndefined()
    expect(warningsOf(model)).toEqual(['m:2 type "inner" is not defined'])
  })

  test('that leads back to itself is no type, and said once', () => {
    const model = compile('a;', 'typedef a { type b; } typedef b { type a; } leaf y { type b; }')
    expect(nodeAt(model, '/c/x')?.type).toBeUndefined()
    expect(warningsOf(model)).toEqual(['m:1 typedef "b" leads back to itself'])
  })
})

describe('restrictions', () => {
  test('of numbers: single values, several parts, min and max, and of 64 bits', () => {
    expect(typeOf('uint8 { range "min..3|5 | 7 .. max"; }')).toMatchObject({
      ranges: [range(0, 3), range(5), range(7, 255)],
    })
    expect(typeOf('uint64 { range "1..max"; }')).toMatchObject({ ranges: [range(1, 2n ** 64n - 1n)] })
    expect(typeOf('int64;')).toMatchObject({ ranges: [range(-(2n ** 63n), 2n ** 63n - 1n)] })
  })

  test('of decimals are in units of the last digit', () => {
    const decimal = typeOf('decimal64 { fraction-digits 3; range "-1.5 .. 2 | 3.250..max"; }')
    expect(decimal).toMatchObject({
      fractionDigits: 3,
      ranges: [range(-1500, 2000), range(3250, 2n ** 63n - 1n)],
    })
  })

  test('of strings: lengths replace, patterns add up', () => {
    const type = typeOf(
      `s { length "min..5|30"; pattern "c" { error-message "No c."; } }`,
      `typedef s { type string { length "1..10 | 20..max"; pattern "a"; pattern "b" { modifier invert-match; } } }`,
    )
    expect(type).toMatchObject({
      lengths: [range(1, 5), range(30)],
      patterns: [
        { text: 'a', isInverted: false },
        { text: 'b', isInverted: true },
        { text: 'c', isInverted: false, errorMessage: 'No c.' },
      ],
    })
  })

  test.each([
    'uint8 { range "0..256"; }',
    'uint8 { range "5..1"; }',
    'uint8 { range "1..x"; }',
    'int8 { range "3|1"; }',
    'string { length "-1..5"; }',
  ])('that allow more than the type, or make no sense, are left out and said: %s', (type) => {
    const model = compile(type)
    expect(nodeAt(model, '/c/x')?.type).toEqual(typeOf(`${type.split(' ')[0]};`))
    expect(warningsOf(model)[0]).toContain('is not a restriction that the type allows')
  })

  test('of enumerations keep values and drop names', () => {
    const base = 'typedef e { type enumeration { enum a; enum b { value 5; } enum c; } }'
    expect(typeOf('e { enum c; enum a; }', base)).toMatchObject({
      values: [
        { name: 'c', value: 6 },
        { name: 'a', value: 0 },
      ],
    })
  })
})

describe('numbers', () => {
  test('of enums without one go on from the highest so far', () => {
    const type = typeOf(
      'enumeration { enum a { value -5; } enum b; enum c { value 9; } enum d { value 2; } enum e; }',
    )
    expect(type?.base === 'enumeration' ? type.values.map(({ value }) => value) : []).toEqual([
      -5, -4, 9, 2, 10,
    ])
  })

  test('of bits put them in order', () => {
    const type = typeOf('bits { bit a { position 4; } bit b; bit c { position 0; } }')
    expect(type?.base === 'bits' ? type.bits.map(({ name, position }) => `${name}${position}`) : []).toEqual([
      'c0',
      'a4',
      'b5',
    ])
  })

  test('beyond 32 bits are said, and the item is left out', () => {
    const model = compile('enumeration { enum a { value 2147483647; } enum b; }')
    expect(nodeAt(model, '/c/x')?.type).toMatchObject({ values: [{ name: 'a' }] })
    expect(warningsOf(model)).toHaveLength(1)
  })
})

describe('a union', () => {
  test('takes in the members of unions in it, in their order', () => {
    const type = typeOf(
      'union { type int8; type u; type boolean; }',
      'typedef u { type union { type string; type empty; } }',
    )
    expect(type?.base === 'union' ? type.types.map(({ base }) => base) : []).toEqual([
      'int8',
      'string',
      'empty',
      'boolean',
    ])
  })

  test('that contains itself keeps its other members', () => {
    const model = compile('u;', 'typedef u { type union { type int8; type u; } }')
    expect(nodeAt(model, '/c/x')?.type).toMatchObject({ base: 'union', types: [{ base: 'int8' }] })
    expect(warningsOf(model)[0]).toContain('this union contains itself')
  })
})

test('a type shared by leaves is one object, so that a large enumeration is kept once', () => {
  const model = compileYang([
    'module m { typedef t { type enumeration { enum a; } } leaf x { type t; } leaf y { type t; } }',
  ])
  expect(nodeAt(model, '/x')?.type === nodeAt(model, '/y')?.type).toBe(true)
})

test('require-instance and the base of an instance-identifier are kept', () => {
  expect(typeOf('instance-identifier { require-instance false; }')).toMatchObject({ requireInstance: false })
  expect(typeOf('instance-identifier;')).toMatchObject({ requireInstance: true })
})
