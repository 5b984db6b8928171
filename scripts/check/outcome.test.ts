import { expect, test } from 'bun:test'
import { judgeTests } from './outcome.ts'

const run = { runner: 'bun test', files: ['a.test.ts'], cases: [], exitCode: 0 }
const held = { file: 'a.test.ts', name: 'holds', result: 'passed' } as const
const skipped = { file: 'a.test.ts', name: 'waits', result: 'skipped' } as const

test('tests that passed are counted', () => {
  expect(judgeTests({ ...run, cases: [held, held] })).toEqual({ passed: 2, failures: [] })
})

test('a skipped test is named and counts as a failure', () => {
  expect(judgeTests({ ...run, cases: [held, skipped] })).toEqual({
    passed: 1,
    failures: ['a.test.ts: waits (skipped)'],
  })
})

test('a skipped test on the list of allowed ones is neither passed nor failed', () => {
  const outcome = judgeTests({ ...run, cases: [held, skipped] }, ['a.test.ts: waits'])
  expect(outcome).toEqual({ passed: 1, failures: [] })
})

test('a test file in which nothing ran is a failure', () => {
  const outcome = judgeTests({ ...run, files: ['a.test.ts', 'empty.test.ts'], cases: [held] })
  expect(outcome).toEqual({ passed: 1, failures: ['empty.test.ts ran no test'] })
})

test('a runner that fails without naming a test is a failure', () => {
  const outcome = judgeTests({ ...run, cases: [held], exitCode: 1 })
  expect(outcome).toEqual({ passed: 1, failures: ['bun test ended with status 1'] })
})
