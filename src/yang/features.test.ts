import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, pathsOf, warningsOf } from '../../test/support/compile-yang.ts'

const features = { m: ['a', 'b'], other: ['far'] }

function isThere(expression: string): boolean {
  const texts = [
    `module m { import other { prefix o; } feature a; feature b; feature c; leaf x { type string; if-feature "${expression}"; } }`,
    'module other { feature far; feature off; }',
  ]
  return nodeAt(compileYang(texts, { features, implemented: ['m', 'other'] }), '/x') !== undefined
}

describe('an if-feature', () => {
  test.each([
    ['a', true],
    ['c', false],
    ['m:a', true],
    ['o:far', true],
    ['o:off', false],
    ['not c', true],
    ['not not a', true],
    ['a and c', false],
    ['a or c', true],
    ['c or c and a', false],
    ['a or c and c', true],
    ['not a or b', true],
    ['not (a or b)', false],
    ['(a and(not c))or(c)', true],
    ['a\n      and\tb', true],
  ])('%j holds: %p', (expression, expected) => expect(isThere(expression)).toBe(expected))

  test.each(['', 'a and', 'or a', 'a b', '(a', 'a)', 'not', '()'])(
    '%j cannot be read, is false and said',
    (expression) => {
      const model = compileYang(
        [`module m { feature a; feature b; leaf x { type string; if-feature "${expression}"; } }`],
        { features },
      )
      expect(pathsOf(model)).toEqual([])
      expect(warningsOf(model)[0]).toContain('cannot be read; it is taken as not supported')
    },
  )

  test('with a thousand parentheses is refused, not followed', () => {
    expect(isThere(`${'('.repeat(1_000)}a${')'.repeat(1_000)}`)).toBe(false)
  })

  test('of which there are two must hold both', () => {
    const leaf = (name: string, other: string) =>
      `leaf ${name} { type string; if-feature a; if-feature ${other}; }`
    const model = compileYang(
      [`module m { feature a; feature b; feature c; ${leaf('x', 'b')} ${leaf('y', 'c')} }`],
      { features },
    )
    expect(pathsOf(model)).toEqual(['/x'])
  })
})

describe('what is not supported', () => {
  const compile = (body: string) =>
    compileYang([`module m { feature a; feature b; feature off; ${body} }`], { features })

  test.each([
    ['a container with all that is in it', 'container c { if-feature off; leaf x { type string; } }', []],
    ['a uses', 'grouping g { leaf x { type string; } } uses g { if-feature off; }', []],
    ['an augment', 'container c; augment /m:c { if-feature off; leaf x { type string; } }', ['/c']],
    [
      'a node by its refine',
      'grouping g { leaf x { type string; } leaf y { type string; } } uses g { refine x { if-feature off; } }',
      ['/y'],
    ],
    ['an operation', 'rpc r { if-feature off; } notification n { if-feature off; }', []],
    [
      'a case',
      'choice c { case k { if-feature off; leaf x { type string; } } case l { leaf y { type string; } } }',
      ['/c', '/c/l', '/c/l/y'],
    ],
    [
      'a case that was only said by its node',
      'choice c { leaf x { type string; if-feature off; } leaf y { type string; } }',
      ['/c', '/c/y', '/c/y/y'],
    ],
  ])('goes: %s', (_, body, expected) => {
    const model = compile(body)
    expect(pathsOf(model)).toEqual(expected)
    expect(model.warnings).toEqual([])
  })

  test('leaves augments and deviations of it nothing to do, without a warning', () => {
    const model = compile(`container c { if-feature off; container d { leaf x { type string; } } }
      augment /m:c/m:d { container e { leaf f { type string; } } } augment /m:c/m:d/m:e { leaf g { type string; } }
      deviation /m:c/m:d/m:x { deviate not-supported; }`)
    expect(pathsOf(model)).toEqual([])
    expect(model.warnings).toEqual([])
  })

  test('takes enums and bits away, which keep their numbers all the same', () => {
    const model = compile(`leaf e { type enumeration { enum x { if-feature off; } enum y; } }
      leaf b { type bits { bit x { if-feature off; } bit y; } }`)
    expect(nodeAt(model, '/e')?.type).toMatchObject({ values: [{ name: 'y', value: 1 }] })
    expect(nodeAt(model, '/b')?.type).toMatchObject({ bits: [{ name: 'y', position: 1 }] })
  })
})
