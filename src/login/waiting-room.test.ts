import { expect, test } from 'bun:test'
import { WaitingRoom } from './waiting-room.ts'

const patient = new AbortController().signal

test('whoever came first is called first, each key in a line of its own', async () => {
  const room = new WaitingRoom(10)
  const called: string[] = []
  const waits = ['a 1', 'b 1', 'a 2'].map(async (name) => {
    await room.wait(name.slice(0, 1), patient)
    called.push(name)
  })
  for (const key of ['a', 'a', 'b']) room.callNext(key)
  await Promise.all(waits)
  expect(called).toEqual(['a 1', 'a 2', 'b 1'])
})

test('nobody is called where nobody waits', () => {
  expect(new WaitingRoom(1).callNext('a')).toBe(false)
})

test('there is no room beyond the seats, and a seat that was left is free', async () => {
  const room = new WaitingRoom(1)
  const first = room.wait('a', patient)
  expect(await room.wait('b', patient)).toBe('no-room')
  room.callNext('a')
  expect(await first).toBe('called')
  void room.wait('b', patient)
  expect(room.callNext('b')).toBe(true)
})

test('whoever runs out of patience leaves the line, and is never called in the place of another', async () => {
  const room = new WaitingRoom(10)
  const impatient = new AbortController()
  const first = room.wait('a', impatient.signal)
  const second = room.wait('a', patient)
  impatient.abort()
  expect(room.callNext('a')).toBe(true)
  expect(await Promise.all([first, second])).toEqual(['out-of-patience', 'called'])
  expect(room.callNext('a')).toBe(false)
})

test('whoever comes without patience does not sit down', async () => {
  const room = new WaitingRoom(1)
  expect(await room.wait('a', AbortSignal.abort())).toBe('out-of-patience')
  expect(room.callNext('a')).toBe(false)
})
