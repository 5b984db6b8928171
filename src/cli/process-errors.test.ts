import { expect, test } from 'bun:test'
import { withoutWords } from './process-errors.ts'

const password = 'p@ss "wörd\\'
const spellings: readonly (readonly [string, string])[] = [
  ['as it is', password],
  ['percent-encoded', encodeURIComponent(password)],
  ['as JSON', JSON.stringify({ password })],
  ['as base64', Buffer.from(`admin:${password}`).toString('base64')],
  ['as part of what looks like a stack', `x\n    at ${password} (/srv/${password}.ts:1:1)`],
]

test.each(spellings)('12.10 a password %s is not in what is logged of a later failure', (_, spelled) => {
  const errors = [
    new Error(spelled),
    Object.assign(new TypeError('x', { cause: new Error(spelled) }), { password: spelled }),
    Object.assign(new Error('x'), { name: spelled }),
    new AggregateError([new Error(spelled)], spelled),
    spelled,
    { message: spelled },
  ]
  for (const error of errors) {
    const logged = JSON.stringify(withoutWords(error))
    for (const [, secret] of spellings) {
      expect(logged).not.toContain(secret)
      expect(logged).not.toContain(JSON.stringify(secret).slice(1, -1))
    }
  }
})

test('the kind of the failure and where it comes from are logged', () => {
  const { kind, at } = withoutWords(new RangeError('secret'))
  expect(kind).toBe('RangeError')
  expect(at).toEqual([expect.stringMatching(/process-errors\.test\.ts:\d+:\d+$/)])
  expect(withoutWords(undefined)).toMatchObject({ kind: 'thrown undefined' })
})
