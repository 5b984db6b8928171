import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { errorBody, YANG_JSON } from '../../../test/support/wire-device.ts'
import { readAnswer } from './answer.ts'
import { judge } from './verdict.ts'

const judged = (status: number, mediaType = YANG_JSON, body = '{}') =>
  judge(readAnswer({ status, mediaType, body: Buffer.from(body) }))

const anyStatus = fc.oneof(fc.constantFrom(200, 401, 403, 404, 302, 502), fc.integer({ min: 100, max: 999 }))
const anyMediaType = fc.oneof(fc.constantFrom(YANG_JSON, 'text/html', 'application/json', ''), fc.string())
const anyBody = fc.oneof(fc.string(), fc.json(), fc.constant(errorBody('access-denied')))

test("D2: only 200 with RESTCONF's media type accepts", () => {
  fc.assert(
    fc.property(anyStatus, anyMediaType, anyBody, (status, mediaType, body) => {
      const accepted = judged(status, mediaType, body).kind === 'accepted'
      expect(accepted).toBe(status === 200 && mediaType === YANG_JSON)
    }),
  )
})

test('D1: 401 and 403 reject, and nothing else does', () => {
  fc.assert(
    fc.property(anyStatus, anyMediaType, anyBody, (status, mediaType, body) => {
      expect(judged(status, mediaType, body).kind === 'rejected').toBe(status === 401 || status === 403)
    }),
  )
})

test('a 404 leaves the verdict open, and is "hidden" only with a RESTCONF error body', () => {
  expect(judged(404, YANG_JSON, errorBody('invalid-value'))).toMatchObject({
    kind: 'undecided',
    hidden: true,
  })
  expect(judged(404, 'text/html', '<h1>Not found</h1>')).toMatchObject({ kind: 'undecided', hidden: false })
  expect(judged(404, YANG_JSON, '')).toMatchObject({ kind: 'undecided', hidden: false })
})

test('a body that does not parse accepts all the same', () => {
  for (const body of ['', '{', '\xff', '<html>']) expect(judged(200, YANG_JSON, body).kind).toBe('accepted')
})

test('every other answer is "unreachable", with a code that names it', () => {
  expect(judged(200, 'text/html')).toEqual({ kind: 'unreachable', code: 'media-type' })
  expect(judged(302)).toEqual({ kind: 'unreachable', code: 'redirect' })
  for (const status of [100, 204, 400, 406, 407, 429, 500, 502, 503, 504] as const) {
    expect(judged(status)).toEqual({ kind: 'unreachable', code: `status-${status}` })
  }
})
