import { describe, expect, test } from 'bun:test'
import { compileYang, nodeAt, pathsOf, warningsOf } from '../../test/support/compile-yang.ts'

const compile = (body: string) => compileYang([`module m { ${body} }`])

describe('configuration and state', () => {
  test('what is in state is state, whatever it says; what operations and notifications carry is neither', () => {
    const model =
      compile(`container s { config false; leaf x { type string; config true; } } container c { leaf x { type string; } }
      rpc r { input { leaf x { type string; config false; } } output { container o { leaf x { type string; } } } }
      notification n { leaf x { type string; } }`)
    const paths = ['/s/x', '/c/x', '/r/input/x', '/r/output/o/x', '/n/x']
    expect(paths.map((path) => nodeAt(model, path)?.use)).toEqual([
      'ro',
      'rw',
      'input',
      'output',
      'notification',
    ])
  })

  test('the same grouping can be both', () => {
    const model = compile(
      'grouping g { leaf x { type string; } } container config { uses g; } container state { config false; uses g; }',
    )
    expect(nodeAt(model, '/config/x')?.use).toBe('rw')
    expect(nodeAt(model, '/state/x')?.use).toBe('ro')
  })
})

test('a node is at least as old as what it is in', () => {
  const model = compile(
    `container c { status deprecated; leaf x { type string; } container d { status obsolete; leaf y { type string; status deprecated; } } }`,
  )
  expect(['/c/x', '/c/d/y'].map((path) => nodeAt(model, path)?.status)).toEqual(['deprecated', 'obsolete'])
})

describe('operations', () => {
  test('have an input and an output, said or not, and stand at the top; actions in containers and lists', () => {
    const model =
      compile(`rpc r; container c { action a { input { leaf x { type string; } } } notification n; }
      list l { config false; action b { output { leaf y { type string; } } } }`)
    expect(pathsOf(model)).toEqual([
      '/r',
      '/r/input',
      '/r/output',
      '/c',
      '/c/a',
      '/c/a/input',
      '/c/a/input/x',
      '/c/a/output',
      '/c/n',
      '/l',
      '/l/b',
      '/l/b/input',
      '/l/b/output',
      '/l/b/output/y',
    ])
  })

  test('find typedefs and groupings of their own', () => {
    const model = compile(
      `rpc r { typedef t { type int8; } grouping g { leaf x { type t; } } input { typedef u { type int16; } leaf y { type u; } uses g; } }`,
    )
    expect(nodeAt(model, '/r/input/x')?.type?.base).toBe('int8')
    expect(nodeAt(model, '/r/input/y')?.type?.base).toBe('int16')
  })

  test('stand where RFC 7950 lets them, and nowhere else', () => {
    const model =
      compile(`grouping g { action a; notification n; } rpc r { input { uses g; } } container c { rpc bad; case worse; }
      action top; uses g;`)
    expect(pathsOf(model)).toEqual(['/r', '/r/input', '/r/output', '/c', '/n'])
    expect(warningsOf(model)).toHaveLength(6)
  })
})

describe('a choice', () => {
  test('gives a case to what stands in it alone, further choices included', () => {
    const model = compile(
      'choice c { leaf a { type string; } choice d { container e; anydata f; } case g { leaf h { type string; } leaf i { type string; } } }',
    )
    expect(pathsOf(model)).toEqual([
      '/c',
      '/c/a',
      '/c/a/a',
      '/c/d',
      '/c/d/d',
      '/c/d/d/e',
      '/c/d/d/e/e',
      '/c/d/d/f',
      '/c/d/d/f/f',
      '/c/g',
      '/c/g/h',
      '/c/g/i',
    ])
  })

  test('gives a case that is as old as the node which stands for it', () => {
    const model = compile(
      'choice c { leaf a { type string; status deprecated; } leaf b { type string; } } augment /m:c/m:a { leaf d { type string; } }',
    )
    expect(nodeAt(model, '/c')?.children.map(({ status }) => status)).toEqual(['deprecated', 'current'])
    expect(nodeAt(model, '/c/a/d')?.status).toBe('current')
  })

  test('knows its default case, which has to be there', () => {
    const choice = (name: string) => compile(`choice c { default ${name}; leaf a { type string; } }`)
    expect(nodeAt(choice('a'), '/c')?.defaults).toEqual(['a'])
    expect(nodeAt(choice('b'), '/c')?.defaults).toEqual([])
    expect(warningsOf(choice('b'))).toEqual(['m:1 the default case "b" is not there'])
  })
})

describe('a list', () => {
  test('knows its keys, which have no default, and what of its entries is unique', () => {
    const model =
      compile(`list l { key "b\n m:a"; unique "c d/e"; unique c; leaf a { type t; default 4; } leaf b { type t; } leaf c { type t; } container d { leaf e { type t; } leaf a { type t; } } }
      typedef t { type int8; default 3; }`)
    expect(nodeAt(model, '/l')).toMatchObject({ keys: ['b', 'a'], unique: [['c', 'd/e'], ['c']] })
    expect(nodeAt(model, '/l/a')).toMatchObject({ isKey: true, defaults: [] })
    expect(nodeAt(model, '/l/b')).toMatchObject({ isKey: true, defaults: [] })
    expect(nodeAt(model, '/l/c')).toMatchObject({ isKey: false, defaults: ['3'] })
    expect(nodeAt(model, '/l/d/a')?.isKey).toBe(false)
  })

  test('without one of its keys is told apart by the others', () => {
    const model = compile('list l { key "a b"; leaf a { type string; } container b; }')
    expect(nodeAt(model, '/l')?.keys).toEqual(['a'])
    expect(warningsOf(model)).toEqual(['m:1 there is no key leaf "b"'])
  })

  test('counts its entries and says whose order they have', () => {
    const model = compile(
      'list l { min-elements 2; max-elements 5; ordered-by user; } leaf-list m { type string; max-elements unbounded; ordered-by system; }',
    )
    expect(nodeAt(model, '/l')).toMatchObject({
      keys: [],
      minElements: 2,
      maxElements: 5,
      isUserOrdered: true,
    })
    expect(nodeAt(model, '/m')).toMatchObject({
      minElements: 0,
      maxElements: undefined,
      isUserOrdered: false,
    })
  })
})

describe('of extensions', () => {
  const acm = 'module ietf-netconf-acm { extension default-deny-all; extension default-deny-write; }'
  const secret =
    'module m { import ietf-netconf-acm { prefix n; } leaf a { type string; n:default-deny-all; } container b { n:default-deny-write; leaf c { type string; } } grouping g { leaf d { type string; } } uses g { refine d { n:default-deny-all; } } }'

  test.each([
    ['with its module', [acm, secret]],
    ['without it', [secret]],
  ])('only what NACM says of access counts, %s', (_, texts) => {
    const model = compileYang(texts, { implemented: ['m'] })
    expect(['/a', '/b', '/b/c', '/d'].map((path) => nodeAt(model, path)?.access)).toEqual([
      'default-deny-all',
      'default-deny-write',
      undefined,
      'default-deny-all',
    ])
  })

  test('the others are passed over with all that is in them', () => {
    const model = compile(
      'extension e { argument a; } m:e "x" { container c { leaf y { type string; } } } leaf z { m:e "y" { type int8; } type string; }',
    )
    expect(pathsOf(model)).toEqual(['/z'])
    expect(nodeAt(model, '/z')).toMatchObject({ access: undefined, type: { base: 'string' } })
  })
})

test('conditions keep their text, their messages and what their prefixes mean', () => {
  const model = compileYang([
    'module m { import n { prefix other; } leaf x { type string; must "other:y = 1" { error-message "No."; error-app-tag "tag"; } when "../z"; } }',
    'module n;',
  ])
  const node = nodeAt(model, '/x')
  expect(node?.musts).toMatchObject([
    { text: 'other:y = 1', module: 'm', errorMessage: 'No.', errorAppTag: 'tag' },
  ])
  expect([...(node?.musts[0]?.prefixes ?? [])]).toEqual([
    ['m', 'm'],
    ['other', 'n'],
  ])
  expect(node?.whens).toMatchObject([{ text: '../z', isAboutParent: false }])
})

test('a name that is none, or is there already, is said and left out', () => {
  const model = compile(
    'leaf x { type string; } leaf x { type int8; } leaf "a/b" { type string; } leaf "" { type string; } container 9;',
  )
  expect(pathsOf(model)).toEqual(['/x'])
  expect(warningsOf(model)).toEqual([
    'm:1 there is a "x" here already',
    'm:1 "a/b" is not a valid node name',
    'm:1 "" is not a valid node name',
    'm:1 "9" is not a valid node name',
  ])
})

test('the model keeps what is written about its nodes', () => {
  const model = compile(
    `container c { presence "P."; description "One\n two."; reference "RFC 1."; anydata d { mandatory true; } anyxml x; leaf l { type int8; units cm; } }`,
  )
  expect(nodeAt(model, '/c')).toMatchObject({ presence: 'P.', description: 'One\ntwo.', reference: 'RFC 1.' })
  expect(nodeAt(model, '/c/d')).toMatchObject({ kind: 'anydata', mandatory: true })
  expect(nodeAt(model, '/c/x')?.kind).toBe('anyxml')
  expect(nodeAt(model, '/c/l')?.units).toBe('cm')
  expect(model.nodeCount).toBe(4)
})
