import { describe, expect, test } from 'bun:test'
import {
  binary,
  bitsType,
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
import type { Type } from '../../yang/model.ts'
import type { Json } from '../json/json.ts'
import { valueFromJson, valueFromText } from './read-value.ts'
import { jsonOf, sameValue, textOf } from './value.ts'

const ethernet = identity('if-type:ethernet')
const own = identity('m:own')
const wired = identity('if-type:wired', [ethernet])
const interfaceType = identity('if:interface-type', [wired, own])

/** What a value is written as, having been read from JSON; or why it does not fit. */
function json(value: Json, type: Type): Json {
  const checked = valueFromJson(value, { type, module: 'm' })
  return checked.kind === 'misfit' ? checked.code : jsonOf(checked)
}

function text(value: string, type: Type): string {
  const checked = valueFromText(value, { type, module: 'm' })
  return checked.kind === 'misfit' ? checked.code : textOf(checked)
}

describe('integers', () => {
  test('those of 64 bits are strings in JSON and keep every digit', () => {
    expect(json('18446744073709551615', integer('uint64'))).toBe('18446744073709551615')
    expect(json('-9223372036854775808', integer('int64'))).toBe('-9223372036854775808')
    expect(json('18446744073709551616', integer('uint64'))).toBe('too-high')
    expect(json(5, integer('uint64'))).toBe('wrong-json-type')
  })

  test('smaller ones are numbers', () => {
    expect(json(255, integer('uint8'))).toBe(255)
    expect(json('255', integer('uint8'))).toBe('wrong-json-type')
    expect(json(256, integer('uint8'))).toBe('too-high')
    expect(json(-129, integer('int8'))).toBe('too-low')
    expect(json(1.5, integer('int8'))).toBe('not-an-integer')
    expect(json(1e308, integer('int8'))).toBe('too-high')
    expect(json(-0, integer('int8'))).toBe(0)
  })

  test('a range may have gaps', () => {
    const type = integer('uint16', [1, 4], [10, 20])
    expect(json(7, type)).toBe('not-in-range')
    expect(json(0, type)).toBe('too-low')
    expect(json(21, type)).toBe('too-high')
    expect(json(10, type)).toBe(10)
  })

  test('canonical form has no plus, no leading zeros and no minus at zero', () => {
    expect(text('+007', integer('int8'))).toBe('7')
    expect(text('-0', integer('int8'))).toBe('0')
    expect(text('-007', integer('int8'))).toBe('-7')
  })

  test.each(['', ' 1', '1 ', '0x10', '1e3', '1.0', '１', '--1'])('no integer: "%s"', (value) => {
    expect(text(value, integer('int32'))).toBe('not-an-integer')
  })

  test('a number of 64 KB of digits is too high at once', () => {
    expect(text('9'.repeat(65_536), integer('uint64'))).toBe('too-high')
    expect(text(`-${'9'.repeat(65_536)}`, integer('int64'))).toBe('too-low')
    expect(text(`${'0'.repeat(65_536)}7`, integer('uint64'))).toBe('7')
    expect(text(`${'0'.repeat(65_536)}x`, integer('uint64'))).toBe('not-an-integer')
  })
})

describe('decimals', () => {
  test('are strings in JSON, with one digit at least on either side of the point', () => {
    expect(json('1.50', decimal64(2))).toBe('1.5')
    expect(json('1', decimal64(2))).toBe('1.0')
    expect(json('-0.05', decimal64(2))).toBe('-0.05')
    expect(json('-0.00', decimal64(2))).toBe('0.0')
    expect(json('+01.000', decimal64(2))).toBe('1.0')
    expect(json(0.5, decimal64(2))).toBe('wrong-json-type')
  })

  test('keep every digit to the edge of 64 bits', () => {
    expect(json('9.223372036854775807', decimal64(18))).toBe('9.223372036854775807')
    expect(json('9.223372036854775808', decimal64(18))).toBe('too-high')
    expect(json('-922337203685477580.8', decimal64(1))).toBe('-922337203685477580.8')
  })

  test('have no more digits than their type, and stay in its range', () => {
    expect(json('1.005', decimal64(2))).toBe('too-many-fraction-digits')
    expect(json('3.15', decimal64(2, { min: 100n, max: 314n }))).toBe('too-high')
  })

  test.each(['', '.5', '5.', '1e3', '1,5'])('no decimal: "%s"', (value) => {
    expect(text(value, decimal64(2))).toBe('not-a-decimal')
  })
})

describe('strings', () => {
  test('are measured in characters, of which an emoji is one', () => {
    const type = string({ lengths: [[2, 3]] })
    expect(json('😀', type)).toBe('too-short')
    expect(json('😀😀', type)).toBe('😀😀')
    expect(json('😀😀😀😀', type)).toBe('too-long')
    expect(
      json(
        'ab',
        string({
          lengths: [
            [1, 1],
            [3, 4],
          ],
        }),
      ),
    ).toBe('length-not-in-range')
  })

  test('match all of their patterns', () => {
    const type = string({ patterns: ['[a-z]+', { text: 'x.*', isInverted: true, errorMessage: undefined }] })
    expect(json('abc', type)).toBe('abc')
    expect(json('ABC', type)).toBe('pattern')
    expect(json('xyz', type)).toBe('pattern')
  })

  test.each(['\0', '\x1b', '\x0b', '\ud800', 'a\udc00', '\ufffe', '\ufdd0', '\u{1ffff}'])(
    'hold no control character, half pair or non-character: %j',
    (value) => expect(json(value, string())).toBe('forbidden-character'),
  )

  test('may hold tabs, line ends, the delete character and everything else', () => {
    const value = '\t\r\n\x7f\u200f\u202e\ufffd\u{1f600}'
    expect(json(value, string())).toBe(value)
  })
})

test('booleans', () => {
  expect(json(true, boolean)).toBe(true)
  expect(json('true', boolean)).toBe('wrong-json-type')
  expect(text('false', boolean)).toBe('false')
  expect(text('TRUE', boolean)).toBe('not-a-boolean')
})

test('an empty leaf is [null] and nothing else', () => {
  expect(json([null], empty)).toEqual([null])
  for (const value of [null, [], [null, null], '', {}, [[null]]])
    expect(json(value, empty)).toBe('wrong-json-type')
  expect(text('', empty)).toBe('')
  expect(text(' ', empty)).toBe('not-empty')
})

test('enumerations take their names, and no name of JavaScript', () => {
  const type = enumeration('up', 'down', '  odd  name')
  expect(json('up', type)).toBe('up')
  expect(json('  odd  name', type)).toBe('  odd  name')
  for (const value of ['UP', '', 'constructor', '__proto__']) expect(json(value, type)).toBe('unknown-enum')
})

test('bits stand in the order of their positions', () => {
  const type = bitsType('read', 'write', 'exec')
  expect(json('exec  read', type)).toBe('read exec')
  expect(json('', type)).toBe('')
  expect(json('read read', type)).toBe('repeated-bit')
  expect(json('fly', type)).toBe('unknown-bit')
})

describe('binary', () => {
  test('is measured in bytes', () => {
    expect(json('AQID', binary([3, 3]))).toBe('AQID')
    expect(json('AQI=', binary([3, 3]))).toBe('too-short')
    expect(valueFromJson('AQ==', { type: binary(), module: 'm' })).toMatchObject({ byteLength: 1 })
  })

  test('in canonical form has no line ends and no left-over bits', () => {
    expect(json('AQ\n ID\r\n', binary())).toBe('AQID')
    expect(json('AR==', binary())).toBe('AQ==')
  })

  test.each(['AQI', 'A===', 'A=Q=', 'AQ-_', '=', 'ä'])('no base64: %s', (value) => {
    expect(json(value, binary())).toBe('not-base64')
  })
})

describe('identities', () => {
  const type = identityref(interfaceType)

  test('are written with their module, and a bare name is of the own module of the leaf', () => {
    expect(json('if-type:ethernet', type)).toBe('if-type:ethernet')
    expect(json('own', type)).toBe('m:own')
    expect(json('ethernet', type)).toBe('unknown-identity')
  })

  test('derive from every base, directly or not, and are no base themselves', () => {
    expect(json('if:interface-type', type)).toBe('unknown-identity')
    expect(json('if-type:wired', identityref(interfaceType, wired))).toBe('unknown-identity')
    expect(json('if-type:ethernet', identityref(interfaceType, wired))).toBe('if-type:ethernet')
    expect(json('m:own', identityref())).toBe('unknown-identity')
  })
})

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
    expect(json('x', leafref(target))).toBe('wrong-json-type')
  })

  test('a union that holds itself ends', () => {
    const types: Type[] = [boolean]
    const circle = union(...types)
    Object.assign(circle, { types: [circle, boolean] })
    expect(json(true, circle)).toBe(true)
  })
})

describe('leafrefs', () => {
  test('are of the type they lead to', () => {
    const type = leafref(nodeOf(leaf('vid', integer('uint16', [1, 4094]))))
    expect(json(20, type)).toBe(20)
    expect(json(5000, type)).toBe('too-high')
    expect(text('20', type)).toBe('20')
  })

  test('that lead nowhere take any text', () => {
    expect(json('anything', leafref(undefined))).toBe('anything')
    expect(json(5, leafref(undefined))).toBe('wrong-json-type')
  })
})

describe('instance-identifiers', () => {
  test('are written with single quotes, no spaces, and a module where it changes', () => {
    const value =
      '/if:interfaces/if:interface[ name = "e1" ]/ip:ipv4/ip:address[ip:ip="10.0.0.1"][if:x=\'2\']'
    const canonical = "/if:interfaces/interface[name='e1']/ip:ipv4/address[ip='10.0.0.1'][if:x='2']"
    expect(json(value, instanceIdentifier)).toBe(canonical)
    expect(json(canonical, instanceIdentifier)).toBe(canonical)
  })

  test('pick entries by key, value and position', () => {
    for (const value of ["/m:a/b[.='x y']", '/m:a/b[3]', `/m:a/b[k="it's"]`, "/m:a/b[k='/]\"=']/c"]) {
      expect(json(value, instanceIdentifier)).toBe(value)
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
    expect(json(value, instanceIdentifier)).toBe('bad-instance-identifier'),
  )
})

test('equal values are equal however they were written; 5 and "5" of a union are not', () => {
  const read = (value: Json, type: Type) => {
    const checked = valueFromJson(value, { type, module: 'm' })
    if (checked.kind === 'misfit') throw new Error(checked.code)
    return checked
  }
  expect(sameValue(read('own', identityref(interfaceType)), read('m:own', identityref(interfaceType)))).toBe(
    true,
  )
  expect(sameValue(read('1.0', decimal64(2)), read('1', decimal64(2)))).toBe(true)
  expect(sameValue(read([null], empty), read([null], empty))).toBe(true)
  const either = union(integer('int8'), string())
  expect(sameValue(read(5, either), read('5', either))).toBe(false)
})
