import { expect, test } from 'bun:test'
import { RecentMap } from './recent-map.ts'

test('B4 a hundred thousand keys take no more room than there is', () => {
  const map = new RecentMap<number>(1_000)
  for (let key = 0; key < 100_000; key++) map.set(`key ${key}`, key)
  expect(map.size).toBeLessThanOrEqual(1_000)
})

test('B4 the half that was seen last is always known', () => {
  const map = new RecentMap<number>(1_000)
  for (let key = 0; key < 10_000; key++) {
    map.set(`key ${key}`, key)
    const earlier = Math.max(0, key - 249)
    expect(map.get(`key ${earlier}`)).toBe(earlier)
  }
})

test('whoever is asked for now and then is never forgotten', () => {
  const map = new RecentMap<number>(10)
  map.set('regular', 1)
  for (let key = 0; key < 100; key++) {
    map.set(`key ${key}`, key)
    if (key % 5 === 0) expect(map.get('regular')).toBe(1)
  }
})
