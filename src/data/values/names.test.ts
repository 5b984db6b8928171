import { describe, expect, test } from 'bun:test'
import { bitsType, boolean, empty, enumeration, identity, identityref } from '../../../test/support/schema.ts'
import { jsonAgain, textAgain } from '../../../test/support/values.ts'

const ethernet = identity('if-type:ethernet')
const own = identity('m:own')
const wired = identity('if-type:wired', [ethernet])
const interfaceType = identity('if:interface-type', [wired, own])

test('booleans', () => {
  expect(jsonAgain(true, boolean)).toBe(true)
  expect(jsonAgain('true', boolean)).toBe('wrong-json-type')
  expect(textAgain('false', boolean)).toBe('false')
  expect(textAgain('TRUE', boolean)).toBe('not-a-boolean')
})

test('an empty leaf is [null] and nothing else', () => {
  expect(jsonAgain([null], empty)).toEqual([null])
  for (const value of [null, [], [null, null], '', {}, [[null]]])
    expect(jsonAgain(value, empty)).toBe('wrong-json-type')
  expect(textAgain('', empty)).toBe('')
  expect(textAgain(' ', empty)).toBe('not-empty')
})

test('enumerations take their names, and no name of JavaScript', () => {
  const type = enumeration('up', 'down', '  odd  name')
  expect(jsonAgain('up', type)).toBe('up')
  expect(jsonAgain('  odd  name', type)).toBe('  odd  name')
  for (const value of ['UP', '', 'constructor', '__proto__'])
    expect(jsonAgain(value, type)).toBe('unknown-enum')
})

test('bits stand in the order of their positions', () => {
  const type = bitsType('read', 'write', 'exec')
  expect(jsonAgain('exec  read', type)).toBe('read exec')
  expect(jsonAgain('', type)).toBe('')
  expect(jsonAgain('read read', type)).toBe('repeated-bit')
  expect(jsonAgain('fly', type)).toBe('unknown-bit')
})

describe('identities', () => {
  const type = identityref(interfaceType)

  test('are written with their module, and a bare name is of the own module of the leaf', () => {
    expect(jsonAgain('if-type:ethernet', type)).toBe('if-type:ethernet')
    expect(jsonAgain('own', type)).toBe('m:own')
    expect(jsonAgain('ethernet', type)).toBe('unknown-identity')
  })

  test('derive from every base, directly or not, and are no base themselves', () => {
    expect(jsonAgain('if:interface-type', type)).toBe('unknown-identity')
    expect(jsonAgain('if-type:wired', identityref(interfaceType, wired))).toBe('unknown-identity')
    expect(jsonAgain('if-type:ethernet', identityref(interfaceType, wired))).toBe('if-type:ethernet')
    expect(jsonAgain('m:own', identityref())).toBe('unknown-identity')
  })
})
