import { describe, expect, test } from 'bun:test'
import { decimal64, integer } from '../../../test/support/schema.ts'
import { jsonAgain, textAgain } from '../../../test/support/values.ts'

describe('integers', () => {
  test('those of 64 bits are strings in JSON and keep every digit', () => {
    expect(jsonAgain('18446744073709551615', integer('uint64'))).toBe('18446744073709551615')
    expect(jsonAgain('-9223372036854775808', integer('int64'))).toBe('-9223372036854775808')
    expect(jsonAgain('18446744073709551616', integer('uint64'))).toBe('too-high')
    expect(jsonAgain(5, integer('uint64'))).toBe('wrong-json-type')
  })

  test('smaller ones are numbers', () => {
    expect(jsonAgain(255, integer('uint8'))).toBe(255)
    expect(jsonAgain('255', integer('uint8'))).toBe('wrong-json-type')
    expect(jsonAgain(256, integer('uint8'))).toBe('too-high')
    expect(jsonAgain(-129, integer('int8'))).toBe('too-low')
    expect(jsonAgain(1.5, integer('int8'))).toBe('not-an-integer')
    expect(jsonAgain(1e308, integer('int8'))).toBe('too-high')
    expect(jsonAgain(-0, integer('int8'))).toBe(0)
  })

  test('a range may have gaps', () => {
    const type = integer('uint16', [1, 4], [10, 20])
    expect(jsonAgain(7, type)).toBe('not-in-range')
    expect(jsonAgain(0, type)).toBe('too-low')
    expect(jsonAgain(21, type)).toBe('too-high')
    expect(jsonAgain(10, type)).toBe(10)
  })

  test('canonical form has no plus, no leading zeros and no minus at zero', () => {
    expect(textAgain('+007', integer('int8'))).toBe('7')
    expect(textAgain('-0', integer('int8'))).toBe('0')
    expect(textAgain('-007', integer('int8'))).toBe('-7')
  })

  test.each(['', ' 1', '1 ', '0x10', '1e3', '1.0', '１', '--1'])('no integer: "%s"', (value) => {
    expect(textAgain(value, integer('int32'))).toBe('not-an-integer')
  })

  test('a number of 64 KB of digits is too high at once', () => {
    expect(textAgain('9'.repeat(65_536), integer('uint64'))).toBe('too-high')
    expect(textAgain(`-${'9'.repeat(65_536)}`, integer('int64'))).toBe('too-low')
    expect(textAgain(`${'0'.repeat(65_536)}7`, integer('uint64'))).toBe('7')
    expect(textAgain(`${'0'.repeat(65_536)}x`, integer('uint64'))).toBe('not-an-integer')
  })
})

describe('decimals', () => {
  test('are strings in JSON, with one digit at least on either side of the point', () => {
    expect(jsonAgain('1.50', decimal64(2))).toBe('1.5')
    expect(jsonAgain('1', decimal64(2))).toBe('1.0')
    expect(jsonAgain('-0.05', decimal64(2))).toBe('-0.05')
    expect(jsonAgain('-0.00', decimal64(2))).toBe('0.0')
    expect(jsonAgain('+01.000', decimal64(2))).toBe('1.0')
    expect(jsonAgain(0.5, decimal64(2))).toBe('wrong-json-type')
  })

  test('keep every digit to the edge of 64 bits', () => {
    expect(jsonAgain('9.223372036854775807', decimal64(18))).toBe('9.223372036854775807')
    expect(jsonAgain('9.223372036854775808', decimal64(18))).toBe('too-high')
    expect(jsonAgain('-922337203685477580.8', decimal64(1))).toBe('-922337203685477580.8')
  })

  test('have no more digits than their type, and stay in its range', () => {
    expect(jsonAgain('1.005', decimal64(2))).toBe('too-many-fraction-digits')
    expect(jsonAgain('3.15', decimal64(2, { min: 100n, max: 314n }))).toBe('too-high')
  })

  test.each(['', '.5', '5.', '1e3', '1,5'])('no decimal: "%s"', (value) => {
    expect(textAgain(value, decimal64(2))).toBe('not-a-decimal')
  })
})
