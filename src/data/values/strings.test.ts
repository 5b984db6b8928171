import { describe, expect, test } from 'bun:test'
import { binary, string } from '../../../test/support/schema.ts'
import { jsonAgain } from '../../../test/support/values.ts'
import { valueFromJson } from './read-value.ts'

describe('strings', () => {
  test('are measured in characters, of which an emoji is one', () => {
    const type = string({ lengths: [[2, 3]] })
    expect(jsonAgain('😀', type)).toBe('too-short')
    expect(jsonAgain('😀😀', type)).toBe('😀😀')
    expect(jsonAgain('😀😀😀😀', type)).toBe('too-long')
    expect(
      jsonAgain(
        'ab',
        string({
          lengths: [
            [1, 1],
            [3, 4],
          ],
        }),
      ),
    ).toBe('length-not-in-range')
  })

  test('match all of their patterns', () => {
    const type = string({ patterns: ['[a-z]+', { text: 'x.*', isInverted: true, errorMessage: undefined }] })
    expect(jsonAgain('abc', type)).toBe('abc')
    expect(jsonAgain('ABC', type)).toBe('pattern')
    expect(jsonAgain('xyz', type)).toBe('pattern')
  })

  test.each(['\0', '\x1b', '\x0b', '\ud800', 'a\udc00', '\ufffe', '\ufdd0', '\u{1ffff}'])(
    'hold no control character, half pair or non-character: %j',
    (value) => expect(jsonAgain(value, string())).toBe('forbidden-character'),
  )

  test('may hold tabs, line ends, the delete character and everything else', () => {
    const value = '\t\r\n\x7f\u200f\u202e\ufffd\u{1f600}'
    expect(jsonAgain(value, string())).toBe(value)
  })
})

describe('binary', () => {
  test('is measured in bytes', () => {
    expect(jsonAgain('AQID', binary([3, 3]))).toBe('AQID')
    expect(jsonAgain('AQI=', binary([3, 3]))).toBe('too-short')
    expect(valueFromJson('AQ==', { type: binary(), module: 'm' })).toMatchObject({ byteLength: 1 })
  })

  test('in canonical form has no line ends and no left-over bits', () => {
    expect(jsonAgain('AQ\n ID\r\n', binary())).toBe('AQID')
    expect(jsonAgain('AR==', binary())).toBe('AQ==')
  })

  test.each(['AQI', 'A===', 'A=Q=', 'AQ-_', '=', 'ä'])('no base64: %s', (value) => {
    expect(jsonAgain(value, binary())).toBe('not-base64')
  })
})
