import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { decisionNames, titleOf, withDecisionsList } from './decisions-list.ts'

test('every decision has a number of its own, and says it in its title', () => {
  const numbers = decisionNames().map((name) => name.slice(0, 3))
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const name of decisionNames()) expect(titleOf(name)).toMatch(new RegExp(`^${name.slice(0, 3)} \\S`))
})

test('the index lists every decision as it is: else run npm run docs', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  expect(withDecisionsList(index)).toBe(index)
})
