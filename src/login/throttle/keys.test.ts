import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { canonicalName, networkOf } from './keys.ts'

describe('an address counts for its network', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ])('B1 %s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('B1 all addresses of a /64 share a count, and no other does', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
    const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
    fc.assert(
      fc.property(half, half, half, half, (network, other, one, two) => {
        expect(networkOf(`${network}:${one}`)).toBe(networkOf(`${network}:${two}`))
        fc.pre(network !== other)
        expect(networkOf(`${network}:${one}`)).not.toBe(networkOf(`${other}:${one}`))
      }),
    )
  })
})

describe('a user name counts as what it looks like', () => {
  test.each(['victim', 'VICTIM', 'victim ', '\u00a0victim', 'ｖictim', 'Victim\u2003'])(
    'B3 "%s" is victim',
    (name) => {
      expect(canonicalName(name)).toBe('victim')
    },
  )

  test('B3 a canonical name is its own canonical name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(canonicalName(canonicalName(name))).toBe(canonicalName(name))
      }),
      { numRuns: 1_000 },
    )
  })
})
