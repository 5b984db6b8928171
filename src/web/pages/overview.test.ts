import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { deviceName } from './layout.ts'
import { overviewFacts } from './overview.ts'

const state = (parts: object) => ({ 'ietf-system:system-state': parts })
const clock = (current: unknown, boot: unknown) =>
  overviewFacts(undefined, state({ clock: { 'current-datetime': current, 'boot-datetime': boot } }))
const memory = (total: unknown, available: unknown) =>
  overviewFacts(undefined, state({ 'infix-system:resource-usage': { memory: { total, available } } })).memory
const load = (value: unknown) =>
  overviewFacts(
    undefined,
    state({ 'infix-system:resource-usage': { 'load-average': { 'load-1min': value } } }),
  ).load

test('each half tells what it knows', () => {
  const facts = overviewFacts({ 'ietf-system:system': { hostname: 'quay-7' } }, undefined)
  expect(facts).toMatchObject({ hostname: 'quay-7', osName: undefined, load: [], memory: undefined })
})

describe('uptime', () => {
  test('is the time between start and now on the device’s own clock', () => {
    expect(clock('2026-03-01T09:00:00+01:00', '2026-03-01T07:00:00+00:00').uptime).toBe(3_600_000)
  })

  test.each([
    ['2026-03-01T07:00:00Z', '2026-03-01T08:00:00Z'],
    ['soon', '2026-03-01T08:00:00Z'],
    ['2026-03-01T07:00:00Z', undefined],
    ['2026-13-41T07:00:00Z', '2026-03-01T08:00:00Z'],
    ['2026-03-01', '2026-02-01'],
  ])('cannot be told from %p since %p', (current, boot) => {
    expect(clock(current, boot).uptime).toBeUndefined()
  })
})

describe('memory', () => {
  test('is counted in KiB by the device', () => {
    expect(memory('1000', '250')).toMatchObject({ usedShare: 0.75 })
  })

  test.each([
    [0, 0],
    [100, 101],
    [100, -1],
    ['x', 5],
    [100, null],
  ])('makes no sense with %p in all and %p available', (total, available) => {
    expect(memory(total, available)).toBeUndefined()
  })
})

test.each([
  ['0.31', 1],
  [5, 1],
  [-1, 0],
  ['high', 0],
])('a load of %p is %i row', (value, rows) => {
  expect(load(value)).toHaveLength(rows)
})

test('12.1 B9 a name, a contact and a location of a megabyte are cut, in the top bar as well', async () => {
  const long = '<'.repeat(1_000_000)
  const system = { 'ietf-system:system': { hostname: long, contact: long, location: long } }
  const { hostname, contact, location } = overviewFacts(system, {})
  for (const text of [hostname, contact, location]) expect(text?.length).toBeLessThan(2_000)
  const draw = await deviceName.load(async () => system)
  expect(draw((_, data) => JSON.stringify(data)).length).toBeLessThan(2_000)
})

test('no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (system, anything) => {
      overviewFacts(system, anything)
      overviewFacts(
        { 'ietf-system:system': system },
        state({ clock: anything, platform: system, 'infix-system:resource-usage': anything }),
      )
    }),
  )
})
