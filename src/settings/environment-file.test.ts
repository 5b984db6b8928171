import { describe, expect, test } from 'bun:test'
import { parseEnvironmentFile } from './environment-file.ts'

describe('a file of variables is read as systemd reads it', () => {
  test.each([
    ['a plain value', 'A=b', 'b'],
    [
      'a value with & and ;, which a shell would take for commands',
      'A=redis://h?x=1&y=2;z',
      'redis://h?x=1&y=2;z',
    ],
    ['blanks around the value', 'A=  b c \t', 'b c'],
    ['a value in double quotes', 'A=" b & c "', ' b & c '],
    ['a value in single quotes', 'A=\'b "c" \\n\'', 'b "c" \\n'],
    ['escapes in double quotes', 'A="\\"\\\\\\$\\`\\n"', '"\\$`\\n'],
    ['two quoted parts', 'A="b"\'c\'', 'bc'],
    ['a quote inside a plain value', "A=it's", "it's"],
    ['a # inside a value', 'A=b#c', 'b#c'],
    ['an escaped character', 'A=b\\ c', 'b c'],
    ['a value over two lines', 'A=b\\\nc', 'bc'],
    ['a line break in quotes', 'A="b\nc"', 'b\nc'],
    ['no value', 'A=', ''],
    ['the last of two', 'A=b\nA=c', 'c'],
    ['blanks before the name', '  A=b', 'b'],
    ['lines of Windows', 'A=b\r\nB=c\r\n', 'b'],
    ['a comment and a line without = before it', '# A=x\n;A=y\nnonsense\n\nA=b', 'b'],
    ['a comment that goes on in the next line', '# x \\\nA=x\nA=b', 'b'],
  ])('%s', (_, text, value) => expect(parseEnvironmentFile(text).A).toBe(value))

  test('a commented setting is none', () => expect(parseEnvironmentFile('#A=b\n ; A=c')).toEqual({}))
  test('a quote that is never closed is an ordinary character', () =>
    expect(parseEnvironmentFile('A="b\nB=c')).toEqual({ A: '"b', B: 'c' }))
})
