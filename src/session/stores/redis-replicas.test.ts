import { expect, test } from 'bun:test'
import { replicaMemory } from './redis-replicas.ts'

const second = 1_000

function newMemory() {
  const clock = { now: 0 }
  const memory = replicaMemory(() => clock.now)
  const meet = (master: string) => ({ master, since: clock.now })
  return { clock, memory, meet }
}

test('R5 a master that came back without its replica is not believed until the replica is back', () => {
  const { clock, memory, meet } = newMemory()
  memory.judge(1, meet('a'))
  clock.now += second
  const again = meet('a')
  expect(() => memory.judge(0, again)).toThrow('not back yet')
  expect(() => memory.judge(1, again)).not.toThrow()
})

test('R5 … or until ten seconds have passed: then the replica is dead, and logins must not end with it', () => {
  const { clock, memory, meet } = newMemory()
  memory.judge(1, meet('a'))
  const again = meet('a')
  clock.now += 10 * second
  expect(() => memory.judge(0, again)).not.toThrow()
})

test('R5 another master has been chosen, and is believed at once', () => {
  const { memory, meet } = newMemory()
  memory.judge(1, meet('a'))
  expect(() => memory.judge(0, meet('b'))).not.toThrow()
})

test('R5 a replica that dies while its master lives is not waited for, nor is one that nobody knows of', () => {
  const { memory, meet } = newMemory()
  const meeting = meet('a')
  expect(() => memory.judge(0, meeting)).not.toThrow()
  memory.judge(1, meeting)
  expect(() => memory.judge(0, meeting)).not.toThrow()
  expect(() => memory.judge(-1, meet('a'))).not.toThrow()
})
