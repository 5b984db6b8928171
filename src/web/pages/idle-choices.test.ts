import { expect, test } from 'bun:test'
import { en } from '../texts/en.ts'
import { idleChoices } from './idle-choices.ts'

const minutes = (count: number) => count * 60_000
const choose = (idleMs: number, longestMs: number) =>
  idleChoices(idleMs, longestMs, en).map(({ seconds, label, isChosen }) => [seconds, label, isChosen])

test("a session that never chose has the server's limit", () => {
  expect(choose(minutes(30), minutes(30))).toEqual([
    [300, '5 minutes', false],
    [900, '15 minutes', false],
    [0, '30 minutes (server limit)', true],
  ])
})

test('what is longer than the server allows cannot be chosen', () => {
  expect(choose(minutes(5), minutes(10))).toEqual([
    [300, '5 minutes', true],
    [0, '10 minutes (server limit)', false],
  ])
})

test('a limit that was set by a script is among the choices', () => {
  expect(choose(90_000, minutes(4))).toEqual([
    [90, '90 seconds', true],
    [0, '4 minutes (server limit)', false],
  ])
})
