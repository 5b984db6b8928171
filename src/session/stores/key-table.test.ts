import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { keyTable } from './key-table.ts'

/** Keys that share their first characters have the same hash: the table has to tell them apart by looking. */
const keys = fc.oneof(
  fc.string({ maxLength: 2 }),
  fc.nat(9).map((n) => `same start ${n}`),
  fc.nat(3_000).map((n) => n.toString(36).padStart(8, '-')),
)
const changes = fc.array(fc.record({ key: keys, isGone: fc.boolean() }), { maxLength: 4_000, size: 'max' })

test('whatever is set and deleted, the table knows what a map knows', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const lying: string[] = []
      const table = keyTable((place) => lying[place] ?? '')
      const map = new Map<string, number>()
      for (const { key, isGone } of all) {
        if (isGone) {
          table.delete(key)
          map.delete(key)
        } else {
          lying.push(key)
          table.set(key, lying.length - 1)
          map.set(key, lying.length - 1)
        }
      }
      expect(table.size).toBe(map.size)
      expect(new Set(table.nextStretch(1_000_000))).toEqual(new Set(map.values()))
      for (const { key } of all) expect(table.find(key)).toBe(map.get(key))
    }),
    { numRuns: 50 },
  )
})

test('stretch by stretch, every place comes up', () => {
  const lying = Array.from({ length: 5_000 }, (_, place) => `${place}`)
  const table = keyTable((place) => lying[place] ?? '')
  lying.forEach((key, place) => {
    table.set(key, place)
  })
  const seen = new Set<number>()
  for (let stretch = 0; stretch < 100; stretch++) for (const place of table.nextStretch(200)) seen.add(place)
  expect(seen.size).toBe(lying.length)
})
