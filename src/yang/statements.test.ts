import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { limits } from './limits.ts'
import { ReadingBudget, readStatements } from './read-statements.ts'
import { BrokenText } from './scanner.ts'
import { lineOf, Source, type Statement } from './statement.ts'
import { finish } from './work.ts'

function read(text: string): Statement {
  return finish(readStatements(new Source(text, 'text'), new ReadingBudget(limits))).root
}

/** The argument of the one statement in `module m { … }`. */
function argument(text: string): string | undefined {
  return read(`module m {\n${text}\n}`).children[0]?.argument
}

function complaint(text: string): string {
  try {
    read(text)
  } catch (error) {
    if (error instanceof BrokenText) return error.message
    throw error
  }
  return 'none'
}

describe('strings', () => {
  test.each([
    ['a bare word', 'description abc;', 'abc'],
    ['a bare word with slashes, colons and plus', 'description urn:a/b+c;', 'urn:a/b+c'],
    ['a bare word up to a comment', 'description abc/*;*/;', 'abc'],
    ['single quotes, in which nothing is special', `description 'a\\n"b';`, 'a\\n"b'],
    ['double quotes with the four escapes', String.raw`description "a\n\t\"\\b";`, 'a\n\t"\\b'],
    ['a backslash before the last quote', String.raw`description "a\\";`, 'a\\'],
    ['an unknown escape, kept as YANG 1 has it', String.raw`description "\d+\.";`, '\\d+\\.'],
    ['strings joined with plus', `description "a" + 'b'\n + "c";`, 'abc'],
    ['strings joined without blanks', `description "a"+'b';`, 'ab'],
    ['an empty string', 'description "";', ''],
    ['comment marks inside quotes', `description "a // b /* c */";`, 'a // b /* c */'],
    ['no argument', 'input;', ''],
  ])('%s', (_, text, expected) => expect(argument(text)).toBe(expected))

  test('lose the indentation of later lines up to the column after the opening quote', () => {
    expect(argument('  description "one\n                 two\n               three\n  four";')).toBe(
      'one\n  two\nthree\nfour',
    )
  })

  test('lose blanks before a line break, but not those that are escaped', () => {
    expect(argument('description "one \t \n             two\\t\n             three";')).toBe(
      'one\ntwo\t\nthree',
    )
  })

  test('count a tab as eight columns, and keep what of it lies beyond the quote', () => {
    expect(argument('description "one\n\t\ttwo";')).toBe('one\n   two')
  })

  test('keep the line ends of Windows, as libyang does', () => {
    expect(argument('description "one\r\n             two";')).toBe('one\r\ntwo')
  })

  test('have a column for each part that is joined', () => {
    expect(argument('description "a\n             b" + "c\n             d";')).toBe('a\nbc\nd')
  })
})

describe('statements', () => {
  test('know their line, their parent and their place', () => {
    const root = read('// first\nmodule m {\n  /* two\n  lines */ leaf a {\n    type string;\n  }\n}\n')
    const [leaf] = root.children
    const [type] = leaf?.children ?? []
    expect([root, leaf, type].map((statement) => statement && lineOf(statement))).toEqual([2, 4, 5])
    expect(type?.parent).toBe(leaf)
  })

  test('may begin with a byte order mark and end in a comment without a line end', () => {
    expect(read('\ufeffmodule m { } // end').argument).toBe('m')
  })

  test('of extensions keep their prefix and their block', () => {
    const [extension] = read('module m { x:y "z" { leaf a; } }').children
    expect(extension).toMatchObject({ keyword: 'x:y', argument: 'z', children: [{ argument: 'a' }] })
  })

  test.each([
    ['', 'the text is empty'],
    ['  // nothing\n', 'the text is empty'],
    ['module m {', 'the text ends inside "module"'],
    ['module m { } }', 'a closing brace too many'],
    ['module m { } module n { }', 'there is something after the end of the module'],
    ['module m { leaf a }', '";" or "{" must follow "leaf"'],
    ['module m { description "a" "b"; }', '";" or "{" must follow "description"'],
    ['module m { description "a; }', 'a quoted string has no end'],
    ['module m { description "a" + b; }', 'a quoted string must follow "+"'],
    ['module m { /* never ends', 'a comment has no end'],
    ['module m { 1leaf a; }', '"1leaf" is not a statement'],
    ['<html>', '"<html>" is not a statement'],
    ['module m { a:b:c d; }', '"a:b:c" is not a statement'],
  ])('%j is broken: %s', (text, expected) => expect(complaint(text)).toBe(expected))

  test('written with any quoting are read back the same', () => {
    const quoted = fc.string({ unit: 'grapheme' }).map((text) => ({
      text,
      written: `"${text.replace(/[\\"]/g, '\\$&')}"`,
    }))
    fc.assert(
      fc.property(fc.array(quoted, { minLength: 1, maxLength: 3 }), (parts) => {
        const isPlain = parts.every(({ text }) => !/[\r\n]/.test(text))
        fc.pre(isPlain)
        expect(argument(`description ${parts.map(({ written }) => written).join(' + ')};`)).toBe(
          parts.map(({ text }) => text).join(''),
        )
      }),
    )
  })
})
