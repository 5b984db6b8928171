import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parse, type YangStatement } from 'yang-parser'
import { limits } from './limits.ts'
import { ReadingBudget, readStatements } from './read-statements.ts'
import { Source, type Statement } from './statement.ts'
import { finish } from './work.ts'

const folder = '../shared/yang/infix'
const isThere = existsSync(folder)
if (!isThere)
  console.log(`left out: ${folder} is not here, so its statements are not held against yang-parser`)

/** Both trees in one form. */
interface Plain {
  readonly keyword: string
  readonly argument: string
  readonly children: readonly Plain[]
}

function ours(text: string): Plain {
  const { root } = finish(readStatements(new Source(text, 'text'), new ReadingBudget(limits)))
  const plain = ({ keyword, argument, children }: Statement): Plain => ({
    keyword,
    argument,
    children: children.map(plain),
  })
  return plain(root)
}

function theirs(text: string): Plain {
  const plain = ({ prf, kw, arg, substmts }: YangStatement): Plain => ({
    keyword: prf ? `${prf}:${kw}` : kw,
    argument: arg || '',
    children: substmts.map(plain),
  })
  return plain(parse(text))
}

describe('yang-parser and we read the same statements', () => {
  test.skipIf(!isThere)(
    'in the modules of Infix OS',
    () => {
      for (const name of readdirSync(folder).filter((_, index) => index % 4 === 0)) {
        const text = readFileSync(`${folder}/${name}`, 'utf8')
        expect(ours(text)).toEqual(theirs(text))
      }
    },
    30_000,
  )

  test('in texts that are made up', () => {
    fc.assert(
      fc.property(statementText, (text) => expect(ours(text)).toEqual(theirs(text))),
      { numRuns: 300 },
    )
  })
})

const identifier = fc.stringMatching(/^[a-z_][a-z0-9_.-]{0,5}$/)
const keyword = fc.oneof(
  identifier,
  fc.tuple(identifier, identifier).map(([prefix, name]) => `${prefix}:${name}`),
)
const blank = fc.constantFrom(' ', '\n', '\t', '  \n  ', ' /* a "comment" */ ', ' // { "\n', '\n\t  ')
// yang-parser trims blanks around escaped line breaks too, so no string has both.
const words = fc.constantFrom(
  'a',
  'bc',
  ' ',
  '  ',
  '\t',
  '\n',
  '\n   ',
  '\n\t',
  ';',
  '{',
  '}',
  '//',
  '/*',
  "'",
  'é',
)
const doubleQuoted = fc.array(words, { maxLength: 8 }).map((parts) => `"${parts.join('')}"`)
const escaped = fc
  .array(fc.constantFrom('a', '\\n', '\\"', '\\\\', "'", 'x'), { maxLength: 6 })
  .map((parts) => `"${parts.join('')}x"`)
const singleQuoted = fc
  .array(fc.constantFrom('a', '\\n', '"', '\\', '\n', '{', ';'), { maxLength: 6 })
  .map((parts) => `'${parts.join('')}'`)
const quoted = fc.oneof(doubleQuoted, singleQuoted, escaped)
const argument = fc.oneof(
  fc.stringMatching(/^[a-z0-9:.@-]{1,8}$/),
  fc
    .array(quoted, { minLength: 1, maxLength: 3 })
    .chain((parts) => blank.map((gap) => parts.join(`${gap}+${gap}`))),
)
const { statement } = fc.letrec<{ statement: string; body: readonly string[] }>((tie) => ({
  statement: fc.tuple(keyword, blank, argument, tie('body'), blank).map(([word, gap, text, body, end]) => {
    const block = body.length === 0 ? ';' : `{${body.join(end)}${end}}`
    return `${word}${gap}${text}${gap}${block}`
  }),
  body: fc.oneof(
    { maxDepth: 3 },
    fc.constant([]),
    fc.array(tie('statement'), { minLength: 1, maxLength: 3 }),
  ),
}))
const statementText = fc.tuple(blank, statement, blank).map((parts) => parts.join(''))
