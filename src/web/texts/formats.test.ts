import { expect, test } from 'bun:test'
import { fill, languages } from './languages.ts'

/** Each language's way to write it, in the order en, de, sv; Intl's hard spaces as plain ones. */
const written = (write: (format: (typeof languages)[number]['format']) => string) =>
  languages.map(({ format }) => write(format).replace(/[\u00a0\u202f]/g, ' '))

test('a number of bytes has three digits and a unit', () => {
  expect(written((format) => format.bytes(24_412_345_678n))).toEqual(['24.4 GB', '24,4 GB', '24,4 GB'])
  expect(written((format) => format.bytes(70n))).toEqual(['70 bytes', '70 Byte', '70 byte'])
  expect(written((format) => format.bytes(1n))[0]).toBe('1 byte')
  expect(written((format) => format.bytes(999_499n))[0]).toBe('999 kB')
  expect(written((format) => format.bytes(999_500n))[0]).toBe('1 MB')
  expect(written((format) => format.bytes(18_446_744_073_709_551_615n))[0]).toBe('18,400 PB')
})

test('a bit rate is told as network people do', () => {
  expect(written((format) => format.bitRate(1_000_000_000n))).toEqual(['1 Gbit/s', '1 Gbit/s', '1 Gbit/s'])
  expect(written((format) => format.bitRate(2_500_000_000n))).toEqual([
    '2.5 Gbit/s',
    '2,5 Gbit/s',
    '2,5 Gbit/s',
  ])
})

test('a duration is told in its two largest units', () => {
  const hour = 3_600_000
  expect(written((format) => format.duration(12 * 24 * hour + 4 * hour))).toEqual([
    '12 days, 4 hrs',
    '12 Tg., 4 Std.',
    '12 d, 4 tim',
  ])
  expect(written((format) => format.duration(hour + 60_000))[0]).toBe('1 hr, 1 min')
  expect(written((format) => format.duration(5_000))[0]).toBe('1 min')
})

test('a moment is told on the clock it was read from', () => {
  expect(written((format) => format.time('2026-11-21T02:36:15Z'))).toEqual([
    '21 Nov 2026, 02:36:15 UTC',
    '21.11.2026, 02:36:15 UTC',
    '21 nov. 2026 02:36:15 UTC',
  ])
  expect(written((format) => format.time('2026-11-20T21:06:15.25-05:30'))[0]).toBe(
    '20 Nov 2026, 21:06:15 -05:30',
  )
  expect(written((format) => format.minute('2026-11-21T02:36:15+00:00'))[0]).toBe('21 Nov 2026, 02:36 UTC')
})

test('(23) German says "Min." for minutes, in texts and in durations', () => {
  const german = languages.filter(({ code }) => code === 'de')
  for (const { text, format } of german) {
    expect(fill(text.overview.loadOver, { minutes: '5' })).toBe('5 Min.')
    expect(format.duration(5 * 60_000)).toMatch(/^5\sMin\.$/)
  }
})
