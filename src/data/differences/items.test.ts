import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { finish } from '../../yang/work.ts'
import * as items from './items.ts'

const { applyItems } = items
const compareItems = (...rows: Parameters<typeof items.compareItems>) => finish(items.compareItems(...rows))

const row = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 })

test('a difference of ordered rows gives the other row', () => {
  fc.assert(
    fc.property(row, row, (before, after) => {
      expect(applyItems(before, compareItems(before, after, true), true)).toEqual(after)
    }),
    { numRuns: 2_000 },
  )
})

test('a difference of unordered rows gives the items of the other row', () => {
  fc.assert(
    fc.property(row, row, (before, after) => {
      expect([...applyItems(before, compareItems(before, after, false), false)].sort()).toEqual(
        after.toSorted(),
      )
    }),
  )
})

test('applied to a third row no item is there twice, none is lost and every new one is there', () => {
  fc.assert(
    fc.property(row, row, row, fc.boolean(), (before, after, third, isOrdered) => {
      const difference = compareItems(before, after, isOrdered)
      const applied = applyItems(third, difference, isOrdered)
      const expected = new Set(third.filter((key) => !difference.removed.includes(key)))
      for (const { key, isNew } of difference.placed) if (isNew) expected.add(key)
      expect(applied.toSorted()).toEqual([...expected].sort())
    }),
    { numRuns: 2_000 },
  )
})

test('as few items as possible move', () => {
  const moves = (before: string, after: string) =>
    compareItems([...before], [...after], true).placed.map(({ key, behind }) => `${key} behind ${behind}`)
  expect(moves('abcdef', 'bcdefa')).toEqual(['a behind f'])
  expect(moves('abcdef', 'fabcde')).toEqual(['f behind undefined'])
  expect(moves('abcdef', 'abcdef')).toEqual([])
  expect(moves('abc', 'cba')).toHaveLength(2)
})

test('fifty thousand items in reverse take no quadratic time', () => {
  const items = Array.from({ length: 50_000 }, (_, index) => String(index))
  const difference = compareItems(items, items.toReversed(), true)
  expect(difference.placed).toHaveLength(49_999)
  expect(applyItems(items, difference, true)).toEqual(items.toReversed())
})
