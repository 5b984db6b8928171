import { expect, test } from 'bun:test'
import { english, languages } from '../texts/languages.ts'
import { idleChoices } from './layout.ts'

const minutes = (count: number) => count * 60_000
const choose = (idleMs: number, longestMs: number) =>
  idleChoices(idleMs, longestMs, english).map(({ seconds, label, isChosen }) => [seconds, label, isChosen])

test("a session that never chose has the server's limit", () => {
  expect(choose(minutes(30), minutes(30))).toEqual([
    [300, '5 minutes', false],
    [900, '15 minutes', false],
    [0, '30 minutes (maximum)', true],
  ])
})

test('what is longer than the server allows cannot be chosen', () => {
  expect(choose(minutes(5), minutes(10))).toEqual([
    [300, '5 minutes', true],
    [0, '10 minutes (maximum)', false],
  ])
})

test('a limit that was set by a script is among the choices', () => {
  expect(choose(90_000, minutes(4))).toEqual([
    [90, '1 minute, 30 seconds', true],
    [0, '4 minutes (maximum)', false],
  ])
})

test('one is one, and many minutes are hours, in every language', () => {
  const labels = languages.map((language) =>
    idleChoices(minutes(1), minutes(720), language).map(({ label }) => label),
  )
  expect(labels.map(([shortest]) => shortest)).toEqual(['1 minute', '1 Minute', '1 minut'])
  expect(labels.map((choices) => choices.at(-1))).toEqual([
    '12 hours (maximum)',
    '12 Stunden (Maximum)',
    '12 timmar (maximum)',
  ])
})
