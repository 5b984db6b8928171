import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { finish } from '../../yang/work.ts'
import { naturalKey, naturalOrder, naturalOrderWork } from './natural-order.ts'

/** The texts are given in the order expected; they are sorted from the reverse. */
function expectOrder(...texts: readonly string[]): void {
  const reversed = texts.toReversed()
  expect(naturalOrder(reversed.map((text) => [text])).map((index) => reversed[index])).toEqual([...texts])
}

test('numbers inside names count as numbers', () => {
  expectOrder('e1', 'e2', 'e10', 'e10.1', 'e10.20', 'eth0')
  expectOrder('1', '2', '10', '100', '18446744073709551614', '18446744073709551615')
  expectOrder('ge-0/0/2', 'ge-0/0/10', 'ge-0/1/0')
})

test('addresses are ordered by number', () => {
  expectOrder('9.0.0.1', '10.0.0.9', '10.0.0.10', '192.168.0.0/16', '192.168.0.0/24')
  expectOrder(
    '::',
    '::1',
    '::ffff:10.0.0.9',
    '::ffff:10.0.0.10',
    '2001:db8::9',
    '2001:db8::10',
    '2001:db8:0:0:1::',
  )
  expectOrder('fe80::1%e2', 'fe80::1%e10', 'fe80::a')
  expectOrder('00:a0:85:00:03:09', '00:a0:85:00:03:0a', '00:A0:85:00:03:10')
  expectOrder('10.0.0.1', 'fe80::1')
})

test('case and accents do not decide', () => {
  expectOrder('alpha', 'Älpha2', 'Beta', 'gamma')
})

test('rows are ordered by their first column, then the next', () => {
  const rows = [['b', '1'], ['a', '10'], ['a', '2'], ['a'], []]
  expect(naturalOrder(rows)).toEqual([4, 3, 2, 1, 0])
})

test('equal texts keep their order', () => {
  expect(naturalOrder([['x'], ['x'], ['a'], ['x']])).toEqual([2, 0, 1, 3])
})

test.each([':::', '1:2:3', '::1::', '12345::', '1:2:3:4:5:6:7:8:9', ':', '::1.2.3.4.5', 'a:b', '::x'])(
  'what only looks like an address is a word: %s',
  (text) => expect(naturalKey(text)).toBeString(),
)

test('long texts take no longer than short ones', () => {
  const hostile = [
    '\u0301'.repeat(65_536),
    '9'.repeat(65_536),
    ':'.repeat(65_536),
    '1.'.repeat(32_768),
    'ﷺ'.repeat(65_536),
  ]
  for (const text of hostile) expect(naturalKey(text).length).toBeLessThan(5_000)
})

test('whatever the texts, each has one place, and the order does not depend on the one they came in', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'0:1.9af/%-e Ä') }),
  )
  fc.assert(
    fc.property(fc.uniqueArray(text), (texts) => {
      const order = naturalOrder(texts.map((text) => [text]))
      expect([...order].sort((one, other) => one - other)).toEqual([...texts.keys()])
      const keys = order.map((index) => naturalKey(texts[index] ?? ''))
      expect(keys).toEqual([...keys].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0)))
    }),
  )
})

test('12.1 B9 no text is normalised with two combining marks in a row, which would take time by their square', () => {
  const normalised: string[] = []
  const original = String.prototype.normalize
  String.prototype.normalize = function (form) {
    normalised.push(String(this))
    return original.call(this, form)
  }
  try {
    naturalKey(`e${'\u0301'.repeat(50)}${'\u0316'.repeat(50)}\u00e9`)
  } finally {
    String.prototype.normalize = original
  }
  expect(normalised).toEqual(['e'])
})

test('in slices the order is the same, however many there are and however alike', () => {
  for (const count of [0, 1, 999, 1_000, 1_001, 5_500]) {
    const rows = Array.from({ length: count }, (_, n) => [`e${(n * 7_919) % 1_300}`, `${n % 3}`])
    expect(finish(naturalOrderWork(rows))).toEqual(naturalOrder(rows))
  }
})
