import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, warningsOf } from '../../test/support/compile-yang.ts'

function defaultOf(type: string, value: string): string | undefined {
  const model = compileYang([
    `module m { import n { prefix p; } identity base; identity own { base base; } leaf x { type ${type} default "${value}"; } leaf y { type uint8; } }`,
    'module n { import m { prefix m; } identity other { base m:base; } }',
  ])
  expect(model.warnings).toEqual([])
  return nodeAt(model, '/x')?.defaults[0]
}

const union = 'union { type uint8; type int16; type enumeration { enum 0x10; enum auto; } type string; }'

describe('a default is written in the canonical form of its type:', () => {
  test.each([
    ['int8;', '+07', '7'],
    ['int8;', '-0', '0'],
    ['uint8;', '0x1F', '31'],
    ['uint8;', '017', '15'],
    ['int16;', '-0x10', '-16'],
    ['uint64;', '18446744073709551615', '18446744073709551615'],
    ['decimal64 { fraction-digits 3; }', '1.50', '1.5'],
    ['decimal64 { fraction-digits 3; }', '+2', '2.0'],
    ['decimal64 { fraction-digits 18; }', '-0.5', '-0.5'],
    ['decimal64 { fraction-digits 1; }', '-0.0', '0.0'],
    ['bits { bit a { position 3; } bit b { position 1; } }', ' a   b ', 'b a'],
    ['identityref { base base; }', 'own', 'm:own'],
    ['identityref { base base; }', 'p:other', 'n:other'],
    ['binary;', 'QUJD\n   REVG', 'QUJDREVG'],
    ['string;', ' as it is ', ' as it is '],
    [union, '007', '7'],
    [union, '-300', '-300'],
    [union, '0400', '256'],
    [union, 'auto', 'auto'],
    [union, 'something', 'something'],
    ['leafref { path "../y"; }', '0x5', '5'],
    ['union { type identityref { base base; } type enumeration { enum own; } }', 'own', 'm:own'],
  ])('%s %j is %j', (type, value, expected) => expect(defaultOf(type, value)).toBe(expected))
})

describe('a default that is not a value of its type is kept as written, with a warning:', () => {
  test.each([
    ['uint8;', '256'],
    ['uint8 { range 1..5; }', '0'],
    ['boolean;', 'yes'],
    ['enumeration { enum a; }', 'b'],
    ['bits { bit a; }', 'a b'],
    ['decimal64 { fraction-digits 1; }', '1.25'],
    ['string { length 2; }', 'abc'],
    ['identityref { base i; }', 'i'],
    ['identityref { base i; }', 'z:i'],
    ['union { type int8; type boolean; }', 'x'],
  ])('%s %j', (type, value) => {
    const model = compileYang([`module m { identity i; leaf x { type ${type} default "${value}"; } }`])
    expect(nodeAt(model, '/x')?.defaults).toEqual([value])
    expect(warningsOf(model)).toEqual([`m:1 default "${value}" is not a value of its type`])
  })
})

test('the patterns of a union’s members decide whose default it is', () => {
  const text =
    'module m { leaf x { type union { type string { pattern "[a-z]+"; } type uint8; } default "012"; } }'
  const matches = (value: string, { text: pattern }: { text: string }) =>
    new RegExp(`^${pattern}$`).test(value)
  expect(nodeAt(compileYang([text], { matches }), '/x')?.defaults).toEqual(['10'])
})

describe('no default', () => {
  const typedef = 'typedef t { type int8; default 3; }'

  test.each([
    ['is inherited by what must be given', 'leaf x { type t; mandatory true; }', []],
    [
      'is inherited by a list of which something must be given',
      'leaf-list x { type t; min-elements 1; }',
      [],
    ],
    ['but is by any other', 'leaf-list x { type t; }', ['3']],
    ['but those that a list has itself', 'leaf-list x { type t; default 5; default 4; }', ['5', '4']],
  ])('%s', (_, body, expected) =>
    expect(nodeAt(compileYang([`module m { ${typedef} ${body} }`]), '/x')?.defaults).toEqual(expected),
  )
})
