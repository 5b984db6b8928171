import { expect, test } from 'bun:test'
import { RecentMap } from './recent-map.ts'

test('B4 a hundred thousand keys take no more room than there is', () => {
  const map = new RecentMap<number>(1_000)
  for (let key = 0; key < 100_000; key++) map.set(`key ${key}`, key)
  expect(map.size).toBe(1_000)
  expect([map.get('key 99999'), map.get('key 99000'), map.get('key 98999')]).toEqual([
    99_999,
    99_000,
    undefined,
  ])
})

test('whoever was asked for is not the oldest', () => {
  const map = new RecentMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
})
