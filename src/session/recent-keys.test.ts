import { expect, test } from 'bun:test'
import { RecentKeys } from './recent-keys.ts'

test('of many keys the last ones are known, and not all the others', () => {
  const recent = new RecentKeys(100)
  const keys = Array.from({ length: 1_000 }, (_, number) => `key ${number}`)
  for (const key of keys) recent.add(key)
  expect(keys.slice(-100).every((key) => recent.has(key))).toBe(true)
  expect(keys.filter((key) => recent.has(key)).length).toBeLessThanOrEqual(200)
})

test('a key that was deleted is not known, however long ago it was added', () => {
  const recent = new RecentKeys(2)
  for (const key of ['a', 'b', 'c']) recent.add(key)
  for (const key of ['a', 'b', 'c']) recent.delete(key)
  expect(['a', 'b', 'c'].some((key) => recent.has(key))).toBe(false)
})
