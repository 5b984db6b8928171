import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, pathsOf, warningsOf } from '../../test/support/compile-yang.ts'
import { compileModel } from './compile.ts'
import { limits } from './limits.ts'
import { printModel } from './print.ts'

const many = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ')

test('the limits are 2,000 texts, 4 MiB each, 64 MiB together, 100 levels and 500,000 nodes', () => {
  expect(limits).toMatchObject({
    modules: 2_000,
    textLength: 4 * 2 ** 20,
    totalLength: 64 * 2 ** 20,
    nesting: 100,
    nodes: 500_000,
  })
})

describe('what exceeds a limit is named and left out, and the rest works:', () => {
  const good = 'module good { leaf x { type string; } }'

  test('a text that is too long, and texts that are too long together', () => {
    const long = `module long { description "${'x'.repeat(2_000)}"; }`
    const tooLong = compileYang([good, long], { limits: { textLength: 1_000 }, implemented: ['good'] })
    expect(warningsOf(tooLong)[0]).toContain('at most 1000 are read')
    const tooMuch = compileYang([good, long], { limits: { totalLength: 1_000 }, implemented: ['good'] })
    expect(warningsOf(tooMuch)[0]).toContain('all texts together have more than 1000 characters')
    expect(pathsOf(tooLong)).toEqual(pathsOf(tooMuch))
    expect(pathsOf(tooLong)).toEqual(['/x'])
  })

  test('more texts than that', () => {
    const model = compileYang([good, 'module two;', 'module three;'], {
      limits: { modules: 1 },
      implemented: ['good'],
    })
    expect(pathsOf(model)).toEqual(['/x'])
    expect(warningsOf(model)).toEqual([':0 2 texts are left out: at most 1 are read'])
  })

  test.each([
    [
      'statements in statements',
      `module bad { ${'container c { '.repeat(100)}${'} '.repeat(100)} }`,
      'more than 100 statements inside each other',
    ],
    [
      'a million braces',
      `module bad ${'{ a '.repeat(1_000_000)}`,
      'more than 100 statements inside each other',
    ],
    [
      'a million enums',
      `module bad { leaf l { type enumeration { ${'enum e; '.repeat(500_000)} } } }`,
      'more than 10000 statements in one "type"',
    ],
    ['comments without end', `module bad { ${'//\n'.repeat(200_000)} }`, 'more than 100000 comments'],
    [
      'a string in pieces without end',
      `module bad { description ${'"a" + '.repeat(20_000)}"b"; }`,
      'a string in more than 10000 pieces',
    ],
  ])('%s', (_, bad, warning) => {
    const model = compileYang([good, bad], { implemented: ['good'] })
    expect(pathsOf(model)).toEqual(['/x'])
    expect(warningsOf(model)[0]).toContain(warning)
  })

  test('statements without end', () => {
    const bad = `module bad { ${many(100, (n) => `container c${n} { ${'a; '.repeat(100)} }`)} }`
    const model = compileYang([good, bad], { limits: { statements: 5_000 }, implemented: ['good'] })
    expect(warningsOf(model)[0]).toContain('more than 5000 statements')
  })

  test('more nodes than that: what came before stays', () => {
    const model = compileYang([`module m { ${many(200, (n) => `leaf l${n} { type string; }`)} }`], {
      limits: { nodes: 150 },
    })
    expect(model.nodeCount).toBe(150)
    expect(warningsOf(model)).toEqual([
      'm:1 everything from here on is left out: there are more than 150 nodes',
    ])
  })

  test('nodes below nodes without end, by groupings that use each other', () => {
    const chain = many(90, (n) => `grouping g${n} { container c { container d { uses g${n + 1}; } } }`)
    const model = compileYang([`module m { uses g0; ${chain} grouping g90; }`])
    expect(model.nodeCount).toBe(100)
    expect(warningsOf(model)).toEqual(['m:1 more than 100 nodes inside each other'])
  })

  test('warnings without end', () => {
    const model = compileYang([`module m { ${many(5_000, (n) => `uses g${n};`)} }`])
    expect(model.warnings).toHaveLength(1_001)
    expect(model.warnings.at(-1)?.text).toBe('4000 more warnings are left out')
  })

  test('words of a device in warnings without end', () => {
    const model = compileYang([`module m { uses ${'g'.repeat(100_000)}; }`])
    expect(model.warnings[0]?.text.length).toBeLessThan(200)
  })
})

describe('groupings that multiply end:', () => {
  const doubling = (inner: string) =>
    `module m { uses g0; ${many(60, (n) => `grouping g${n} { uses g${n + 1}; container c${n} { uses g${n + 1}; } }`)} grouping g60 { ${inner} } }`

  test('with nodes', () => {
    const model = compileYang([doubling('leaf x { type string; }')], { limits: { nodes: 20_000 } })
    expect(model.nodeCount).toBe(20_000)
    expect(warningsOf(model)).toHaveLength(1)
  })

  test('with nothing in them, with refinements and with what is not supported', () => {
    const empty = `module m { feature f; ${many(60, (n) => `grouping g${n} { uses g${n + 1} { if-feature f; refine x { default 1; } } uses g${n + 1}; }`)} grouping g60; uses g0; }`
    const model = compileYang([empty], { limits: { expansions: 50_000 } })
    expect(model.nodeCount).toBe(0)
    expect(warningsOf(model)).toEqual([
      'm:1 everything from here on is left out: there are more than 50000 statements to expand',
    ])
  })
})

describe('chains of thousands are followed without exhausting the stack:', () => {
  test('typedefs', () => {
    const chain = many(9_000, (n) => `typedef t${n} { type t${n + 1}; }`)
    const model = compileYang([
      `module m { leaf x { type t0; } ${chain} typedef t9000 { type int8; default 3; } }`,
    ])
    expect(nodeAt(model, '/x')).toMatchObject({ type: { base: 'int8', typedef: 'm:t0' }, defaults: ['3'] })
    expect(model.warnings).toEqual([])
  })

  test('typedefs beyond their limit come to no type', () => {
    const chain = many(50, (n) => `typedef t${n} { type t${n + 1}; }`)
    const model = compileYang([`module m { leaf x { type t0; } ${chain} typedef t50 { type int8; } }`], {
      limits: { typedefs: 20 },
    })
    expect(nodeAt(model, '/x')?.type).toBeUndefined()
    expect(warningsOf(model)).toEqual(['m:1 typedef "t20" comes after more than 20 others'])
  })

  test('leafrefs', () => {
    const chain = many(9_000, (n) => `leaf l${n} { type leafref { path "../l${n + 1}"; } }`)
    const model = compileYang([`module m { ${chain} leaf l9000 { type int8; } }`])
    expect(nodeAt(model, '/l0')?.type).toMatchObject({ target: { name: 'l1' }, type: { base: 'int8' } })
  })

  test('augments of augments, the last one first', () => {
    const path = (length: number) => Array.from({ length }, (_, n) => `/m:c${n}`).join('')
    const deep = many(
      80,
      (n) => `augment "${path(80 - n)}" { container c${80 - n} { ${many(50, (x) => `container x${x};`)} } }`,
    )
    const model = compileYang([`module m { container c0; ${deep} }`])
    expect(model.nodeCount).toBe(1 + 80 * 51)
    expect(model.warnings).toEqual([])
  })

  test('thousands of augments that each need the next', () => {
    const augments = many(
      3_000,
      (n) =>
        `augment /m:top/m:c${3_000 - n} { leaf x { type string; } } augment /m:top { container c${3_000 - n}; }`,
    )
    const model = compileYang([`module m { container top; ${augments} }`])
    expect(model.nodeCount).toBe(6_001)
    expect(model.warnings).toEqual([])
  })

  test('identities, as far as there is room', () => {
    const chain = many(2_000, (n) => `identity i${n} { base i${n + 1}; }`)
    const model = compileYang([`module m { ${chain} identity i2000; }`])
    expect(model.identities.size).toBe(2_001)
    expect(
      [...model.identities.values()].reduce((sum, { derived }) => sum + derived.length, 0),
    ).toBeLessThanOrEqual(1_000_000)
    expect(warningsOf(model)[0]).toContain('it is too much')
  })
})

describe('unions end:', () => {
  test('of unions that double', () => {
    const chain = many(40, (n) => `typedef u${n} { type union { type u${n + 1}; type u${n + 1}; } }`)
    const model = compileYang([`module m { leaf x { type u0; } ${chain} typedef u40 { type int8; } }`])
    const type = nodeAt(model, '/x')?.type
    expect(type?.base === 'union' ? type.types.length : 0).toBe(1_000)
  })

  test('of leafrefs to unions that double', () => {
    const chain = many(
      40,
      (n) =>
        `leaf l${n} { type union { type leafref { path "../l${n + 1}"; } type leafref { path "../l${n + 1}"; } } }`,
    )
    const model = compileYang([`module m { ${chain} leaf l40 { type int8; } }`])
    expect(warningsOf(model)[0]).toContain('leads to no type')
    expect([...printModel(model)].join('').length).toBeLessThan(1_000_000)
  })

  test('inside each other', () => {
    const model = compileYang([
      `module m { leaf x { type u0; } ${many(500, (n) => `typedef u${n} { type union { type int8; type u${n + 1}; } }`)} typedef u500 { type string; } }`,
    ])
    expect(warningsOf(model)[0]).toContain('too many others inside each other')
  })
})

test('modules that import and include each other in circles are read once', () => {
  const texts = Array.from({ length: 300 }, (_, n) => ({
    name: `m${n}`,
    text: `module m${n} { namespace "urn:m${n}"; prefix p; import m${(n + 1) % 300} { prefix q; } leaf x { type q:t; } typedef t { type int8; } }`,
  }))
  const library = { modules: [{ name: 'm0', revision: undefined, features: [], isImplemented: true }] }
  expect(compileModel({ texts, library }).modules.size).toBe(300)
})
