import { describe, expect, test } from 'bun:test'
import {
  boolean,
  decimal64,
  empty,
  enumeration,
  identity,
  identityref,
  instanceIdentifier,
  integer,
  leaf,
  leafref,
  nodeOf,
  string,
  union,
} from '../../../test/support/schema.ts'
import { jsonAgain, textAgain } from '../../../test/support/values.ts'
import type { Type } from '../../yang/model.ts'
import type { Json } from '../json/json.ts'
import { valueFromJson, valueFromText } from './read-value.ts'
import { sameValue } from './value.ts'

describe('unions', () => {
  const type = union(integer('uint8', [0, 10]), enumeration('auto', '7'), string({ patterns: ['[a-z0-9]+'] }))

  test('the kind of JSON decides which member a value is of', () => {
    expect(valueFromJson(7, { type, module: 'm' }).kind).toBe('integer')
    expect(valueFromJson('7', { type, module: 'm' }).kind).toBe('enumeration')
    expect(valueFromJson('8', { type, module: 'm' }).kind).toBe('string')
  })

  test('a text is of the first member that takes it', () => {
    expect(valueFromText('7', { type, module: 'm' }).kind).toBe('integer')
    expect(valueFromText('auto', { type, module: 'm' }).kind).toBe('enumeration')
    expect(valueFromText('11', { type, module: 'm' }).kind).toBe('string')
  })

  test('what fits no member is refused with the reason of each', () => {
    expect(valueFromJson('A!', { type, module: 'm' })).toMatchObject({
      code: 'no-member-fits',
      misfits: [{ code: 'wrong-json-type' }, { code: 'unknown-enum' }, { code: 'pattern' }],
    })
  })

  test('unions of leafrefs to unions do not double with every step', () => {
    let target = nodeOf(leaf('l0', integer('int8')))
    for (let step = 1; step < 60; step++) {
      target = nodeOf(leaf(`l${step}`, union(leafref(target), leafref(target))))
    }
    expect(jsonAgain('x', leafref(target))).toBe('wrong-json-type')
  })

  test('a union that holds itself ends', () => {
    const types: Type[] = [boolean]
    const circle = union(...types)
    Object.assign(circle, { types: [circle, boolean] })
    expect(jsonAgain(true, circle)).toBe(true)
  })
})

describe('leafrefs', () => {
  test('are of the type they lead to', () => {
    const type = leafref(nodeOf(leaf('vid', integer('uint16', [1, 4094]))))
    expect(jsonAgain(20, type)).toBe(20)
    expect(jsonAgain(5000, type)).toBe('too-high')
    expect(textAgain('20', type)).toBe('20')
  })

  test('that lead nowhere take any text', () => {
    expect(jsonAgain('anything', leafref(undefined))).toBe('anything')
    expect(jsonAgain(5, leafref(undefined))).toBe('wrong-json-type')
  })
})

describe('instance-identifiers', () => {
  test('are written with single quotes, no spaces, and a module where it changes', () => {
    const value =
      '/if:interfaces/if:interface[ name = "e1" ]/ip:ipv4/ip:address[ip:ip="10.0.0.1"][if:x=\'2\']'
    const canonical = "/if:interfaces/interface[name='e1']/ip:ipv4/address[ip='10.0.0.1'][if:x='2']"
    expect(jsonAgain(value, instanceIdentifier)).toBe(canonical)
    expect(jsonAgain(canonical, instanceIdentifier)).toBe(canonical)
  })

  test('pick entries by key, value and position', () => {
    for (const value of ["/m:a/b[.='x y']", '/m:a/b[3]', `/m:a/b[k="it's"]`, "/m:a/b[k='/]\"=']/c"]) {
      expect(jsonAgain(value, instanceIdentifier)).toBe(value)
    }
  })

  test.each([
    '',
    '/',
    'm:a',
    '/a',
    '/m:a/',
    '/m:a[',
    '/m:a[k]',
    "/m:a[k='x]",
    '/m:a[0]',
    '/m:a//b',
    "/m:a[k='x'] ",
  ])('no instance-identifier: "%s"', (value) =>
    expect(jsonAgain(value, instanceIdentifier)).toBe('bad-instance-identifier'),
  )
})

const base = identity('m:base', [identity('m:own')])

test('equal values are equal however they were written; 5 and "5" of a union are not', () => {
  const read = (value: Json, type: Type) => {
    const checked = valueFromJson(value, { type, module: 'm' })
    if (checked.kind === 'misfit') throw new Error(checked.code)
    return checked
  }
  expect(sameValue(read('own', identityref(base)), read('m:own', identityref(base)))).toBe(true)
  expect(sameValue(read('1.0', decimal64(2)), read('1', decimal64(2)))).toBe(true)
  expect(sameValue(read([null], empty), read([null], empty))).toBe(true)
  const either = union(integer('int8'), string())
  expect(sameValue(read(5, either), read('5', either))).toBe(false)
})
