import { describe, expect, test } from 'bun:test'
import { type CompileInput, compileModel, compileModelInSlices } from './compile.ts'
import { printModel } from './print.ts'

function inputOf(text: string): CompileInput {
  const modules = [{ name: 'm', revision: undefined, isImplemented: true, features: [] }]
  return { texts: [{ name: 'm', text }], library: { modules } }
}

const many = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ')

const wide = inputOf(
  `module m { namespace "urn:m"; prefix m; ${many(20, (n) => `container c${n} { ${many(100, (l) => `leaf l${l} { type t; default ${l}; }`)} }`)}
    typedef t { type union { type int8; type leafref { path "../l0"; } } } }`,
)

/** How often others had their turn while this went on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work
  isOver = true
  return turns
}

describe('compiling in slices', () => {
  test('makes the same model as compiling in one go', async () => {
    const model = await compileModelInSlices(wide, { sliceMs: 0 })
    expect([...printModel(model)]).toEqual([...printModel(compileModel(wide))])
    expect(model.nodeCount).toBe(2_020)
  })

  test.each([
    ['many nodes', wide],
    [
      'a string of a hundred thousand lines',
      inputOf(`module m { namespace "urn:m"; prefix m; description "${'line\n'.repeat(100_000)}"; }`),
    ],
    [
      'a chain of typedefs',
      inputOf(
        `module m { namespace "urn:m"; prefix m; leaf x { type t0; } ${many(1_000, (n) => `typedef t${n} { type t${n + 1}; }`)} typedef t1000 { type int8; } }`,
      ),
    ],
    [
      'many submodules with little in them',
      {
        ...wide,
        texts: [
          {
            name: 'm',
            text: `module m { namespace "urn:m"; prefix m; ${many(100, (n) => `include s${n};`)} }`,
          },
          ...Array.from({ length: 100 }, (_, n) => ({
            name: `s${n}`,
            text: `submodule s${n} { belongs-to m { prefix m; } leaf l${n} { type string; } }`,
          })),
        ],
      },
    ],
  ])('gives way to others again and again: %s', async (_, input) => {
    expect(await turnsDuring(compileModelInSlices(input, { sliceMs: 0 }))).toBeGreaterThan(40)
  })

  test('ends when it is told to', async () => {
    const stop = new AbortController()
    const work = compileModelInSlices(wide, { sliceMs: 0, signal: stop.signal })
    stop.abort(new Error('enough'))
    expect(work).rejects.toThrow('enough')
  })
})

test('a long string is decoded as a short one is', () => {
  const lines = (count: number) => `one \\n  two\t\n${' '.repeat(40)}three\\t`.repeat(count)
  const description = (count: number) =>
    compileModel(
      inputOf(`module m { namespace "urn:m"; prefix m; description "${lines(count)}" + 'x'; }`),
    ).modules.get('m')?.description
  expect(description(2_000)).toBe(`${description(1)?.slice(0, -1).repeat(2_000)}x`)
})
