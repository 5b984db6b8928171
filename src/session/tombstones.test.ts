import { expect, test } from 'bun:test'
import { Tombstones } from './tombstones.ts'

function newTombstones() {
  const clock = { now: 0 }
  return { clock, tombstones: new Tombstones({ most: 3, keepMs: 1_000, now: () => clock.now }) }
}

test('R3 tombstones are bounded: the oldest is forgotten first', () => {
  const { tombstones } = newTombstones()
  for (const key of ['a', 'b', 'c', 'd']) tombstones.add(key)
  expect(['a', 'b', 'c', 'd'].filter((key) => tombstones.has(key))).toEqual(['b', 'c', 'd'])
  expect(tombstones.unsettled(10)).toEqual(['b', 'c', 'd'])
})

test('R3 they go when their time is over', () => {
  const { tombstones, clock } = newTombstones()
  tombstones.add('a')
  clock.now += 1_000
  tombstones.add('b')
  expect(tombstones.size).toBe(1)
})

test('R3 after a reconnection the newest are deleted first', () => {
  const { tombstones } = newTombstones()
  for (const key of ['a', 'b', 'c']) tombstones.add(key)
  for (const key of ['a', 'b', 'c']) tombstones.settle(key)
  expect(tombstones.unsettled(10)).toEqual([])
  tombstones.unsettleAll()
  expect(tombstones.unsettled(2)).toEqual(['c', 'b'])
})
