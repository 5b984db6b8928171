import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readErrorBody } from './answer.ts'

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const errors = (error: unknown) => bytes({ 'ietf-restconf:errors': { error } })
const denied = { 'error-type': 'protocol', 'error-tag': 'access-denied', 'error-message': 'Access denied.' }

test('an error is read from a list, as the RFC has it, and from a bare object, as clixon sends it', () => {
  const says = { tag: 'access-denied', message: 'Access denied.' }
  expect(readErrorBody(errors([denied]))).toEqual(says)
  expect(readErrorBody(errors(denied))).toEqual(says)
})

test('L2: what a device says cannot forge a log line or steer a terminal, and is cut', () => {
  const message = `a\r\n{"forged":1}\u001b[2J\u202E\u2028${'x'.repeat(5000)}`
  const said = readErrorBody(errors([{ 'error-tag': 'x', 'error-message': message }]))?.message ?? ''
  expect(said).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  expect(said.length).toBeLessThan(250)
})

test('anything else is no error body, and never a surprise', () => {
  for (const body of [{}, [], null, 'x', { 'ietf-restconf:errors': [] }, { error: [denied] }]) {
    expect(readErrorBody(bytes(body))).toBeUndefined()
  }
  for (const error of [null, [], [null], [[denied]], {}, { 'error-tag': 7 }]) {
    expect(readErrorBody(errors(error))).toBeUndefined()
  }
  fc.assert(fc.property(fc.uint8Array(), (body) => expect(readErrorBody(body)).toBeUndefined()))
  fc.assert(fc.property(fc.jsonValue(), (error) => void readErrorBody(errors(error))))
})
