import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { headOf } from './text-head.ts'

test('a text is called what it says, and is of the newest revision that it names', async () => {
  expect(
    await headOf('module a { revision 2020-01-01; revision "2024-05-06" { description "x"; } }'),
  ).toEqual({
    kind: 'module',
    name: 'a',
    revision: '2024-05-06',
  })
  expect(await headOf("/* module b { */ // c\n submodule 'd' {}")).toEqual({
    kind: 'submodule',
    name: 'd',
    revision: undefined,
  })
})

test('braces and revisions in texts and comments, or deeper down, do not count', async () => {
  const text = `module a {
    description "} revision 2030-01-01; \\" }";
    reference '} revision 2031-01-01;';
    import b { prefix b; revision-date 2032-01-01; }
    container c { leaf revision { type string; } }
    // } revision 2033-01-01;
    revision 2025-01-01;
  }
  // the end`
  expect((await headOf(text))?.revision).toBe('2025-01-01')
})

test('what is cut, goes on, or is no module has no head', async () => {
  for (const text of [
    '',
    '<html></html>',
    'module a { container b {',
    'module a { description "x',
    'module a { /* x',
    'module a {} module b {}',
    'module a;',
    'container a {}',
    '{}',
  ])
    expect([text, await headOf(text)]).toEqual([text, undefined])
})

test('B9 megabytes of anything are read once', async () => {
  const size = 4 * 1024 * 1024
  for (const piece of ['{', '}', '"', "'", '/*', '//\n', '\\', ' ', 'a', '/* */', '"\\"'])
    expect((await headOf(`module a {${piece.repeat(size / piece.length)}`))?.name ?? 'none').toBe('none')
})

const real = '../shared/yang/infix'
test.skipIf(!existsSync(real))('the texts of a real device are called as their files are', async () => {
  for (const file of readdirSync(real)) {
    const head = await headOf(readFileSync(join(real, file), 'utf8'))
    expect(`${head?.name}@${head?.revision}.yang`).toBe(file)
  }
})
if (!existsSync(real)) console.log(`${real} is not there: the texts of a real device are left out`)
