import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import fc from 'fast-check'
import { parseForm, readFormBody } from './form.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
/** Any text that has a UTF-8 form. */
const text = fc.string({ unit: 'binary' })
const fields = fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name })

const encoders: [string, (text: string) => string][] = [
  ['encodeURIComponent', encodeURIComponent],
  ['blanks as +', (text) => encodeURIComponent(text).replaceAll('%20', '+')],
  ['lower-case escapes', (text) => encodeURIComponent(text).replaceAll(/%../g, (cut) => cut.toLowerCase())],
  ['every byte escaped', (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')],
  ['a browser’s form', (text) => new URLSearchParams({ '': text }).toString().slice(1)],
]

describe('I5 any fields come back as they were, however they were encoded', () => {
  test.each(encoders)('%s', (_, encode) => {
    fc.assert(
      fc.property(fields, (given) => {
        const body = given.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
        expect([...(parseForm(bytes(body)) ?? [])]).toEqual(given)
      }),
    )
  })
})

test('I3 any broken escape is refused, wherever it stands', () => {
  const broken = fc.constantFrom(
    '%',
    '%a',
    '%g0',
    '%0g',
    '%%',
    '% 1',
    '%+1',
    '%-1',
    '%0x',
    '%u0041',
    '%\x00\x00',
  )
  fc.assert(
    fc.property(
      fc.constantFrom('a=', '', 'x=1&a=b'),
      broken,
      fc.constantFrom('', '&y=2'),
      (before, cut, after) => {
        expect(parseForm(bytes(before + cut + after))).toBeUndefined()
      },
    ),
  )
})

test('I4 any bytes that are no UTF-8 are refused, escaped or not', () => {
  const isUtf8 = (value: Uint8Array) => Buffer.from(value).equals(Buffer.from(Buffer.from(value).toString()))
  const bad = fc.uint8Array({ minLength: 1, maxLength: 8 }).filter((value) => !isUtf8(value))
  fc.assert(
    fc.property(bad, (value) => {
      const escaped = [...value].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      expect(parseForm(bytes(`password=${escaped}`))).toBeUndefined()
    }),
  )
  expect(parseForm(Buffer.from([0x61, 0x3d, 0xff]))).toBeUndefined()
})

test('I8 any field that comes twice is refused', () => {
  fc.assert(
    fc.property(text, text, text, (name, first, second) => {
      const [key, a, b] = [name, first, second].map(encodeURIComponent)
      expect(parseForm(bytes(`${key}=${a}&${key}=${b}`))).toBeUndefined()
    }),
  )
})

test.each([
  ['', {}],
  ['&&', {}],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['=a', { '': 'a' }],
  ['a=b=c', { a: 'b=c' }],
  ['a=1&', { a: '1' }],
])('%j is %j', (body, expected) => {
  expect(Object.fromEntries(parseForm(bytes(body)) ?? [])).toEqual(expected)
})

test('no bytes at all make it throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
      const form = parseForm(body)
      for (const value of form?.values() ?? []) expect(value.isWellFormed()).toBe(true)
    }),
  )
})

describe('a body that is read from the network', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())
  function formOf(body: BodyInit): Request {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return new Request('http://portico.example/login', { method: 'POST', headers, body })
  }

  test('R11 a form that was read, or was too large, leaves no clock running that would hold on to it', async () => {
    expect(await readFormBody(formOf('username=admin'))).toMatchObject({ kind: 'form' })
    expect(await readFormBody(formOf('a'.repeat(20_000)))).toEqual({ kind: 'unread', status: 413 })
    expect(jest.getTimerCount()).toBe(0)
  })

  test('W1 a form that does not come to its end is given up', async () => {
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('username=')),
    })
    const outcome = readFormBody(formOf(endless))
    while (jest.getTimerCount() === 0) await Promise.resolve()
    jest.advanceTimersByTime(15_000)
    expect(await outcome).toEqual({ kind: 'unread', status: 408 })
    expect(jest.getTimerCount()).toBe(0)
  })
})
