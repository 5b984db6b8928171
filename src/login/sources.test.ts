import { beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { memoryCounters } from './counters/memory.ts'
import { canonicalName, LoginThrottle, sourcesOf } from './throttle.ts'

const limit = { count: 10, windowMs: 60_000 }
const keysOf = (address: string) => sourcesOf(address, limit).map(({ key }) => key)

describe('an address counts by itself', () => {
  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '::FFFF:c000:0201'],
    ['192.0.2.1', '0:0:0:0:0:ffff:192.0.2.1'],
    ['2001:db8::1', '2001:0DB8:0000:0000:0:0:0:0001'],
  ])('B1 %s is the same as %s', (one, other) => {
    expect(keysOf(one)).toEqual(keysOf(other))
  })

  test('12.2 an IPv6 address counts by itself, for its /64 and for its /48', () => {
    expect(sourcesOf('2001:db8:1:2::1', limit)).toMatchObject([
      { key: '20010db8000100020000000000000001%', limit: { count: 10, longCount: 30 } },
      { key: '20010db800010002/64%', limit: { count: 30, longCount: 90 } },
      { key: '20010db80001/48%', limit: { count: 100, longCount: 300 } },
    ])
  })

  test('12.2 a link-local address counts with its zone', () => {
    expect(keysOf('fe80::1%eth0')[0]).not.toBe(keysOf('fe80::1%eth1')[0])
    expect(keysOf('fe80::1%eth0')[1]).toBe(keysOf('fe80::2%eth0')[1])
    expect(keysOf(`fe80::1%${'z'.repeat(9_000)}`).join('').length).toBeLessThan(200)
  })

  test('B1 two addresses share their /64 and /48 when these are the same, and nothing else', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
    const four = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
    // ipaddr.js reads an IPv4 address in what begins with these zeros.
    const address = fc.tuple(four, four).map((halves) => `2001:${halves.join(':')}`.split(':').slice(0, 8))
    fc.assert(
      fc.property(address, address, fc.integer({ min: 1, max: 8 }), (one, other, same) => {
        const mixed = [...one.slice(0, same), ...other.slice(same)]
        const shared = keysOf(one.join(':')).map((key, at) => key === keysOf(mixed.join(':'))[at])
        const isSame = (groups: number) => one.slice(0, groups).join() === mixed.slice(0, groups).join()
        expect(shared).toEqual([isSame(8), isSame(4), isSame(3)])
      }),
    )
  })
})

describe('many addresses of one network', () => {
  let throttle: LoginThrottle
  beforeEach(() => {
    throttle = new LoginThrottle({ counters: memoryCounters(() => 1_000_000), limit, hash: (text) => text })
  })

  async function guessFrom(address: string): Promise<string> {
    const admission = await throttle.admit({ address, username: 'admin' }, AbortSignal.abort())
    if (admission.kind === 'admitted') await admission.settle('rejected')
    return admission.kind
  }

  test('12.2 a stranger in the same /64 is turned away, and no other visitor is', async () => {
    for (let time = 0; time < 10; time++) await guessFrom('2001:db8:1:2::bad')
    expect(await guessFrom('2001:db8:1:2::bad')).toBe('throttled')
    expect(await guessFrom('2001:db8:1:2::1')).toBe('admitted')
  })

  test('12.2 the addresses of one /64 fail three times as often as one, those of one /48 ten times', async () => {
    const guesses = async (addressOf: (index: number) => string) => {
      const kinds: string[] = []
      for (let index = 0; index < 200; index++) kinds.push(await guessFrom(addressOf(index)))
      return kinds.filter((kind) => kind === 'admitted').length
    }
    expect(await guesses((index) => `2001:db8:1:2::${index + 1}`)).toBe(30)
    expect(await guesses((index) => `2001:db8:2:${index}::1`)).toBe(100)
    expect(await guesses((index) => `fe80::${index + 1}%eth0`)).toBe(30)
    expect(await guessFrom('2001:db8:3::1')).toBe('admitted')
  })

  test('12.15 visitors of unknown address share one count', async () => {
    const kinds: string[] = []
    for (let guess = 0; guess < 101; guess++) kinds.push(await guessFrom(''))
    expect([kinds.at(-2), kinds.at(-1)]).toEqual(['admitted', 'throttled'])
  })
})

describe('a user name counts as what it looks like', () => {
  test.each([
    'victim',
    'VICTIM',
    'victim ',
    '\u00a0victim',
    'ｖictim',
    'Victim\u2003',
    `victim${' '.repeat(9_000)}`,
  ])('B3 "%s" is victim', (name) => {
    expect(canonicalName(name)).toBe('victim')
  })

  test('B3 a canonical name is its own canonical name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 14 }), (name) => {
        expect(canonicalName(canonicalName(name))).toBe(canonicalName(name))
      }),
      { numRuns: 300 },
    )
  })

  test('12.1 B9 of a long name only the beginning is normalised, whatever it is made of', () => {
    const marks = '\u0301'.repeat(4_000) + '\u0316'.repeat(4_000)
    const normalised: number[] = []
    const original = String.prototype.normalize
    String.prototype.normalize = function (form) {
      normalised.push(this.length)
      return original.call(this, form)
    }
    try {
      canonicalName(marks)
      canonicalName('\ufdfa'.repeat(8_000))
    } finally {
      String.prototype.normalize = original
    }
    expect(normalised.length).toBeGreaterThan(0)
    // The second time it is what the first has made of 256 characters: 18 times as many at most.
    expect(Math.max(...normalised)).toBeLessThanOrEqual(256 * 18)
  })
})
