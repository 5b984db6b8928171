import { expect, test } from 'bun:test'
import { failure } from './codes.ts'

test('a status tells the kind of failure', () => {
  const kinds = [401, 403, 404, 502, 503, 504, 500, 204, 418].map(
    (status) => failure(`status-${status}`).kind,
  )
  expect(kinds).toEqual([
    'rejected',
    'denied',
    'absent',
    'dead',
    'dead',
    'dead',
    'malformed',
    'malformed',
    'malformed',
  ])
})

test('a code carries its kind, and its cause when there is one', () => {
  expect(failure('tls-untrusted')).toMatchObject({ kind: 'dead', code: 'tls-untrusted' })
  expect(failure('timeout').kind).toBe('slow')
  expect('cause' in failure('timeout')).toBe(false)
})
