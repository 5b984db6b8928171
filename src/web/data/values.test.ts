import { describe, expect, test } from 'bun:test'
import { compileYang } from '../../../test/support/compile-yang.ts'
import type { Json } from '../../data/json/json.ts'
import { findPlace } from '../../data/paths/find-place.ts'
import { readAnswer } from '../../data/tree/read-answer.ts'
import { finish } from '../../yang/work.ts'
import { english, type Language, pickLanguage } from '../texts/languages.ts'
import type { DataValue } from '../views/data-views.ts'
import { PageRoom } from './page-options.ts'
import { placeView } from './place-view.ts'

const model = compileYang([
  `module yt { typedef date-and-time { type string; } typedef zero-based-counter32 { type uint32; } }`,
  `module m { import yt { prefix yt; }
     identity animal; identity dog { base animal; description "Barks."; }
     container c {
       leaf on { type boolean; } leaf set { type empty; } leaf text { type string; }
       leaf small { type uint8; units "seconds"; } leaf big { type uint64; } leaf low { type int64; }
       leaf part { type decimal64 { fraction-digits 2; } }
       leaf colour { type enumeration { enum red { description "Stop."; } enum green; } }
       leaf days { type bits { bit mon { description "First."; } bit tue; bit wed; } }
       leaf data { type binary; } leaf pet { type identityref { base animal; } }
       leaf at { type yt:date-and-time; } leaf watch { type instance-identifier; }
       leaf uplink { type leafref { path "../port/name"; } }
       leaf either { type union { type uint8; type enumeration { enum auto; } } }
       leaf speed { type uint8; default 10; } leaf password { type string; }
       leaf strange { type yt:nowhere; } leaf port-number { type uint16; } leaf errors { type yt:zero-based-counter32; }
       leaf age { type uint32; units "ms"; }
       leaf large { type enumeration { ${Array.from({ length: 300 }, (_, n) => `enum e${n} { description "Number ${n}."; }`).join(' ')} } }
       leaf-list tag { type string; }
       list port { key name; leaf name { type string; } }
     } }`,
])

const german = pickLanguage('de', undefined)

/** One leaf as it is drawn. */
function draw(
  name: string,
  json: Json,
  { annotation, showsSecrets = false, language = english }: Options = {},
): DataValue {
  const path = `/m:c/${name}`
  const found = findPlace(model, path)
  if (found.kind === 'bad-path' || !found.place) throw new TypeError(`${path} leads nowhere`)
  const { place } = found
  const members = { [name]: json, ...(annotation && { [`@${name}`]: annotation }) }
  const answer = readAnswer(model, place, { 'm:c': members })
  if (answer.kind !== 'data') throw new TypeError('there is data')
  const options = { model, language, showsSecrets, query: '', room: new PageRoom() }
  const body = finish(placeView(place, answer.data, options, { page: 1, filter: '', perPage: 10 }))
  const [value] = body.kind === 'object' ? (body.fields[0]?.values ?? []) : []
  if (!value) throw new TypeError('there is a value')
  return value
}

interface Options {
  readonly annotation?: Json
  readonly showsSecrets?: boolean
  readonly language?: Language
}

describe('a value as people read it, with the exact one at hand', () => {
  test.each([
    ['on', true, 'yes', 'true'],
    ['on', false, 'no', 'false'],
    ['set', [null], 'set', '[null]'],
    ['text', 'as it is', 'as it is', undefined],
    ['small', 7, '7', undefined],
    ['big', '18446744073709551615', '18,446,744,073,709,551,615', '18446744073709551615'],
    ['low', '-9223372036854775808', '-9,223,372,036,854,775,808', '-9223372036854775808'],
    ['part', '11.40', '11.4', undefined],
    ['part', '-92233720368547758.07', '-92,233,720,368,547,758.07', '-92233720368547758.07'],
    ['colour', 'red', 'red', undefined],
    ['days', 'mon wed', 'mon, wed', undefined],
    ['data', 'aGVsbG8=', '5 bytes', 'aGVsbG8='],
    ['pet', 'm:dog', 'dog', 'm:dog'],
    ['either', 7, '7', undefined],
    ['either', 'auto', 'auto', undefined],
    ['large', 'e299', 'e299', undefined],
  ])('%s %p is %p', (name, json, text, exact) => {
    const drawn = draw(name, json)
    expect({ text: drawn.text, exact: drawn.exact }).toEqual({ text, exact })
  })

  test('enums, bits and identities come with what the model says of them', () => {
    expect(draw('colour', 'red').meaning).toBe('Stop.')
    expect(draw('colour', 'green').meaning).toBeUndefined()
    expect(draw('days', 'mon tue').meaning).toBe('mon: First.')
    expect(draw('pet', 'm:dog').meaning).toBe('Barks.')
    expect(draw('large', 'e299').meaning).toBe('Number 299.')
  })

  test('numbers are written as the reader writes them', () => {
    expect(draw('part', '1234.5', { language: german }).text).toBe('1.234,5')
    expect(draw('big', '1234', { language: german }).text).toBe('1.234')
  })

  test('what is counted or measured is grouped, a number that names something is not', () => {
    expect(draw('errors', 41_000, { language: german }).text).toBe('41.000')
    expect(draw('age', 41_000, { language: german }).text).toBe('41.000')
    expect(draw('port-number', 8080, { language: german }).text).toBe('8080')
  })

  test('what has a type that could not be read is shown as it is, and not called wrong', () => {
    expect(draw('strange', 41)).toMatchObject({ kind: 'text', text: '41' })
  })

  test('a number has its unit', () => {
    expect(draw('small', 7).units).toBe('seconds')
  })

  test('a moment is in the reader’s words, and is text where it is none', () => {
    const drawn = draw('at', '2026-02-28T21:15:00+01:00')
    expect([drawn.kind, drawn.exact]).toEqual(['moment', '2026-02-28T21:15:00+01:00'])
    expect(drawn.text).toContain('2026')
    for (const text of ['2026-99-99T99:99:99Z', '2026-02-31T10:00:00Z'])
      expect(draw('at', text)).toMatchObject({ kind: 'text', text })
  })

  test('what names another place leads there', () => {
    expect(draw('uplink', 'ge/0').href).toBe('/data/m:c/port=ge%2F0')
    expect(draw('watch', "/m:c/port[name='e1']/name").href).toBe('/data/m:c/port=e1/name')
    expect(draw('watch', "/other:c/port[name='e1']").href).toBeUndefined()
  })

  test.each([
    ['text', 'safe\u202egnp.exe\u2066', 'safe[U+202E]gnp.exe[U+2066]'],
    ['text', 'no\u200broom\ufeff\u00ad', 'no[U+200B]room[U+FEFF][U+00AD]'],
    ['text', 'two\r\nlines,\ta tab, a \u{1f469}\u200d\u{1f467} and \u0645\u06cc\u200c\u062e', undefined],
    ['small', 'x\u202e\u0007\u0085', '"x\\u202e\\u0007\\u0085"'],
  ])('what cannot be seen is spelled out, also where it does not fit: %s %j', (name, json, text = json) => {
    expect(draw(name, json).text).toBe(text)
  })

  test('what is empty says so', () => {
    expect([draw('text', '').kind, draw('text', '').text]).toEqual(['nothing', 'empty'])
    expect(draw('days', '').text).toBe('none')
  })

  test('a default is marked where the device marks it', () => {
    const annotation = { 'ietf-netconf-with-defaults:default': true }
    expect(draw('speed', 10, { annotation }).isDefault).toBe(true)
    expect(draw('speed', 10).isDefault).toBe(false)
  })

  test('a secret is masked until it is asked for', () => {
    expect(draw('password', 'hunter2')).toMatchObject({ kind: 'secret', text: '' })
    expect(draw('password', 'hunter2', { showsSecrets: true })).toMatchObject({
      kind: 'text',
      text: 'hunter2',
    })
  })

  test('a long text is cut', () => {
    expect(draw('text', 'x'.repeat(64 * 1024)).text).toHaveLength(2_001)
  })
})

test.each([
  ['on', 'maybe'],
  ['set', true],
  ['small', 256],
  ['small', [1, 2]],
  ['big', '18446744073709551616'],
  ['part', '1.234'],
  ['colour', 'blue'],
  ['days', 'sun'],
  ['data', 'not base64!'],
  ['pet', 'm:cat'],
  ['either', 'x'],
  ['at', 7],
])('%s %p does not fit the model: it is shown as it was sent, and said so', (name, json) => {
  expect(draw(name, json)).toMatchObject({ kind: 'misfit', text: JSON.stringify(json) })
})
