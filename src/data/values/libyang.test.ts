import { afterAll, describe, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../test/support/temporary-file.ts'
import { compileModel } from '../../yang/compile.ts'
import type { Json } from '../json/json.ts'
import { readAnswer } from '../tree/read-answer.ts'
import { writeJson } from '../tree/write-json.ts'

const yanglint = Bun.which('yanglint')
if (!yanglint) console.log('left out: yanglint is not installed, so no value is judged by libyang')

const source = `module t { yang-version 1.1; namespace "urn:t"; prefix t;
  identity base; identity one { base base; }
  container c {
    leaf small { type int8; }
    leaf gaps { type uint8 { range "1..4|10..20"; } }
    leaf signed { type int64; }
    leaf unsigned { type uint64; }
    leaf cents { type decimal64 { fraction-digits 2; } }
    leaf fine { type decimal64 { fraction-digits 18; } }
    leaf tenths { type decimal64 { fraction-digits 1; range "1..3.1"; } }
    leaf text { type string; }
    leaf short { type string { length "2..3"; } }
    leaf word { type string { pattern "[a-z]+"; pattern "x.*" { modifier invert-match; } } }
    leaf yes { type boolean; }
    leaf there { type empty; }
    leaf state { type enumeration { enum up; enum "a b"; } }
    leaf flags { type bits { bit a; bit b; bit c; } }
    leaf bytes { type binary { length "1..3"; } }
    leaf kind { type identityref { base base; } }
    leaf either { type union { type uint8 { range "0..10"; } type enumeration { enum auto; }
      type decimal64 { fraction-digits 1; } type string { pattern "[a-z0-9]+"; } } }
    leaf any { type union { type boolean; type empty; type int64; type binary; } }
    leaf at { type instance-identifier { require-instance false; } }
    leaf same { type leafref { path "../small"; require-instance false; } }
    list l { key k; leaf k { type string; } leaf v { type int8; } }
    leaf-list ll { type int8; }
  }
}`

const values: Readonly<Record<string, readonly Json[]>> = {
  small: [5, -5, 127, 128, -128, -129, '5', '005', 1.5, true, null, 'x', '', [5], 1e2],
  gaps: [0, 1, 4, 5, 10, 20, 21],
  signed: ['5', '-9223372036854775808', '9223372036854775808', 5, '005', '+5', '-0', '5 5', '', '1e3'],
  unsigned: ['18446744073709551615', '18446744073709551616', '-1', '-0', 1],
  cents: ['1.5', '1.50', '1.500', '1.505', '01.5', '+1.5', '-0.0', '.5', '5.', '1', '-1', '1e1', 1.5, ''],
  fine: ['9.223372036854775807', '9.223372036854775808', '-9.223372036854775808', '10'],
  tenths: ['1.0', '0.9', '3.1', '3.2'],
  text: ['', '\t\n', '\u0001', '\ufffe', '\u007f', '😀', 5, null, true],
  short: ['a', 'ab', '😀😀', '😀', 'abcd', 'éé'],
  word: ['abc', 'xabc', 'ABC', ''],
  yes: [true, false, 'true', 1, 0, null],
  there: [[null], null, '', [], [null, null], true],
  state: ['up', 'a b', 'a  b', 'UP', ''],
  flags: ['a b', 'b a', 'a  b', 'a a', 'd', '', ' a '],
  bytes: ['AQID', 'AQIDBA==', 'AQ==', 'AQ', 'A===', '', 'A-_D'],
  kind: ['one', 't:one', 't:base', 'base', 'x:one', 't:nope', ''],
  either: [5, '5', 11, '11', 'auto', '1.5', 'A', true, 1.5],
  any: [true, 'true', [null], '', '5', 5, 'AQID', 'x'],
  at: [
    "/t:c/l[k='x']/v",
    '/t:c/l[k="x"]',
    "/t:c/ll[.='5']",
    "/c/l[k='x']",
    "/t:c/l[ k = 'x' ]",
    't:c',
    '/t:c/',
    '',
  ],
  same: [5, '5', 200],
}

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 't.yang'), source)

const model = compileModel({
  texts: [{ name: 't', text: source }],
  library: { modules: [{ name: 't', revision: undefined, isImplemented: true, features: [] }] },
})

describe.skipIf(!yanglint)(
  'libyang, which real devices use, takes the same values and writes them the same',
  () => {
    for (const [leaf, each] of Object.entries(values)) {
      test.each(each.map((value) => [JSON.stringify(value)]))(`${leaf}: %s`, (text) => {
        const value: Json = JSON.parse(text)
        expect(ours(leaf, value)).toEqual(theirs(leaf, value))
      })
    }
  },
)

/** The value as it is written again, undefined when it is refused. */
function ours(leaf: string, value: Json): Json | undefined {
  const answer = readAnswer(model, undefined, { 't:c': { [leaf]: value } })
  const top =
    answer.kind === 'data' && answer.data.kind === 'object'
      ? [...answer.data.children.values()][0]
      : undefined
  const data = top?.kind === 'object' ? [...top.children.values()][0] : undefined
  return data?.kind === 'leaf' && data.value.kind !== 'misfit' ? writeJson(data) : undefined
}

function theirs(leaf: string, value: Json): Json | undefined {
  const file = join(folder, 'data.json')
  writeFileSync(file, JSON.stringify({ 't:c': { [leaf]: value } }))
  const run = Bun.spawnSync(['yanglint', '-t', 'data', '-f', 'json', join(folder, 't.yang'), file], {
    stderr: 'ignore',
  })
  return run.success ? JSON.parse(run.stdout.toString())['t:c'][leaf] : undefined
}
