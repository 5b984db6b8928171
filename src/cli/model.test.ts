import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portico } from '../../test/support/portico.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-model-'))
const library = join(folder, 'library.json')
const list = (...modules: readonly object[]) => JSON.stringify(modules)

beforeAll(() => {
  writeFileSync(
    join(folder, 'lamp.yang'),
    `module lamp { yang-version 1.1; namespace "urn:lamp"; prefix l; revision 2026-01-01; feature dim;
      container lamp { leaf watts { type union { type string { pattern "[a-z]+"; } type uint8; } default 0x10; }
        leaf level { if-feature dim; type uint8; } } identity bulb; }`,
  )
  writeFileSync(library, list({ name: 'lamp', rev: '2026-01-01', features: [] }))
})
afterAll(() => rmSync(folder, { recursive: true }))

const model = (flags: string) => portico(`portico model ${flags}`)
const files = `--sources '${folder}' --library '${library}'`

test('a folder and a list of modules: a line of JSON for each node, then one for each identity', async () => {
  const { status, output, complaint } = await model(files)
  expect([status, complaint]).toEqual([0, ''])
  expect(
    output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { p: '/lamp:lamp', k: 'container', c: 'rw', s: 'current' },
    // 0x10 is no word of letters, so it is a number: the pattern of the union's first member decides.
    {
      p: '/lamp:lamp/lamp:watts',
      k: 'leaf',
      c: 'rw',
      s: 'current',
      d: ['16'],
      t: 'union(string{[a-z]+} | uint8)',
      tn: '',
    },
    { ident: 'lamp:bulb', n: 0 },
  ])
})

test('the features in the list decide which nodes there are', async () => {
  const all = join(folder, 'all.json')
  writeFileSync(all, list({ name: 'lamp', features: ['dim'] }))
  const { output } = await model(`--sources '${folder}' --library '${all}'`)
  expect(output).toContain('"/lamp:lamp/lamp:level"')
})

test('--summary prints figures for people', async () => {
  const { status, output } = await model(`${files} --summary`)
  expect(status).toBe(0)
  expect(output.split('\n').map((line) => line.replace(/^(time|memory) .*/, '$1'))).toEqual([
    'modules     1, of which 1 are implemented',
    expect.stringMatching(/^nodes {7}2, /),
    'identities  1',
    expect.stringMatching(/^warnings {4}0, /),
    'time',
    'memory',
    '',
  ])
})

test('what cannot be resolved is a line on standard error, with module and line; the rest is printed', async () => {
  const other = mkdtempSync(join(folder, 'broken-'))
  writeFileSync(
    join(other, 'broken.yang'),
    `module broken { namespace "urn:b"; prefix b;
      leaf unknown { type nothing; }
      leaf text { type string { pattern "[a"; } } }`,
  )
  const names = join(other, 'library.json')
  writeFileSync(names, list({ name: 'broken' }, { name: 'absent' }))
  const { status, output, complaint } = await model(`--sources '${other}' --library '${names}'`)
  expect(status).toBe(0)
  expect(output).toContain('"/broken:text"')
  expect(complaint.trim().split('\n')).toEqual([
    'absent: left out: there is no text for this module',
    'broken:2: type "nothing" is not defined',
  ])
  const summary = await model(`--sources '${other}' --library '${names}' --summary`)
  expect(summary.complaint).toMatch(/^broken: values of text are not checked against a pattern: .*\(\[a\)$/m)
})

test.each([
  ['a folder that is not there', `--sources /nowhere --library '${library}'`, '/nowhere does not exist'],
  ['a folder without models', `--sources docs --library '${library}'`, 'docs has no file that ends in .yang'],
  ['a list that is not JSON', `--sources '${folder}' --library README.md`, 'README.md is not JSON'],
  [
    'a list of something else',
    `--sources '${folder}' --library package.json`,
    'package.json is not a list of',
  ],
  ['a folder without a list', `--sources '${folder}'`, '--library: is missing'],
  ['a list without a folder', `--library '${library}'`, '--sources: is missing'],
  [
    'files and a device',
    `${files} --restconf http://localhost`,
    '--restconf: portico model takes no such flag',
  ],
])('%s is refused in a sentence, with exit status 2', async (_, flags, sentence) => {
  const { status, output, complaint } = await model(flags)
  expect([status, output]).toEqual([2, ''])
  expect(complaint).toContain(sentence)
  expect(complaint.trim().split('\n')).toHaveLength(1)
})

test('output that cannot be written is an error, and a reader that has seen enough is none', async () => {
  const full = await model(`${files} > /dev/full`)
  expect([full.status, full.complaint]).toEqual([
    1,
    'portico: standard output cannot be written: the disk is full\n',
  ])
  const head = await model(`${files} | head -c 1; exit $\{PIPESTATUS[0]}`)
  expect(head.output).toBe('{')
  expect(head.complaint).toBe('')
})
