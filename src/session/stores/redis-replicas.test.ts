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
  expect(() => memory.judge(0, again)).toThrow('not back yet')
  clock.now += 10 * second
  expect(() => memory.judge(0, again)).not.toThrow()
  expect(memory.expects(meet('a'))).toBe(false)
})

test('R5 a replica that leaves while its master lives may be the master by now: it is waited for just as long', () => {
  const { clock, memory, meet } = newMemory()
  const meeting = meet('a')
  memory.judge(1, meeting)
  expect(() => memory.judge(0, meeting)).toThrow('not back yet')
  clock.now += 9 * second
  expect(() => memory.judge(0, meeting)).toThrow('not back yet')
  clock.now += second
  expect(() => memory.judge(0, meeting)).not.toThrow()
})

test('R5 a replica that was missed before anybody asked, and one that hung for long, are not waited for again', () => {
  const { clock, memory, meet } = newMemory()
  const meeting = meet('a')
  memory.judge(1, meeting)
  memory.note(0, meeting)
  clock.now += 10 * second
  expect(memory.expects(meeting)).toBe(false)

  memory.judge(1, meeting)
  memory.judge(-2, meeting)
  expect(() => memory.judge(0, meeting)).not.toThrow()
})

test('R5 another master has been chosen, and is believed at once', () => {
  const { memory, meet } = newMemory()
  memory.judge(1, meet('a'))
  expect(() => memory.judge(0, meet('b'))).not.toThrow()
})

test('R5 a replica that nobody knows of is not waited for', () => {
  const { memory, meet } = newMemory()
  expect(() => memory.judge(0, meet('a'))).not.toThrow()
  expect(() => memory.judge(-1, meet('a'))).not.toThrow()
})
