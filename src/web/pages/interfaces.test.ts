import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { countOmitted, interfaceRows } from './interfaces.ts'

const named = (...names: string[]) => ({
  'ietf-interfaces:interfaces': { interface: names.map((name) => ({ name })) },
})
const namesOf = (answer: unknown) => interfaceRows(answer).map(({ name }) => name)

test('interfaces stand in the order people count', () => {
  expect(namesOf(named('e10', 'lo', 'e2', 'e1', 'vlan20', 'br0', 'e1.100', 'e1.20'))).toEqual([
    'br0',
    'e1',
    'e1.20',
    'e1.100',
    'e2',
    'e10',
    'lo',
    'vlan20',
  ])
})

test('the order does not depend on the one the device gives', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(['e1', 'e2', 'e10', 'lo', 'wifi0', 'br-a', 'br-b'], { minLength: 7 }),
      (names) => {
        expect(namesOf(named(...names))).toEqual(['br-a', 'br-b', 'e1', 'e2', 'e10', 'lo', 'wifi0'])
      },
    ),
  )
})

test('each thing is told as far as the device tells it', () => {
  const [row] = interfaceRows({
    'ietf-interfaces:interfaces': {
      interface: [
        {
          name: 'e1',
          type: 'infix-if-type:ethernet',
          'admin-status': 'up',
          'oper-status': 'down',
          'phys-address': '02:00:00:00:00:01',
          speed: '1000000000',
          statistics: { 'in-octets': '18446744073709551615', 'out-octets': 7 },
          'ietf-ip:ipv4': { address: [{ ip: '192.0.2.1', 'prefix-length': 24 }, { ip: '192.0.2.2' }] },
          'ietf-ip:ipv6': { address: [{ ip: '2001:db8::1', 'prefix-length': 64 }] },
        },
      ],
    },
  })
  expect(row).toEqual({
    name: 'e1',
    href: '/interfaces/e1',
    type: 'ethernet',
    description: undefined,
    isDisabled: false,
    state: 'down',
    addresses: ['192.0.2.1/24', '192.0.2.2', '2001:db8::1/64'],
    mac: '02:00:00:00:00:01',
    speed: 1_000_000_000n,
    received: 18446744073709551615n,
    sent: 7n,
  })
})

test('an unknown state is shown as none', () => {
  const answer = {
    'ietf-interfaces:interfaces': { interface: [{ name: 'e1', 'oper-status': 'constructor' }] },
  }
  expect(interfaceRows(answer)[0]?.state).toBeUndefined()
})

test('no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (anything) => {
      interfaceRows(anything)
      interfaceRows({
        'ietf-interfaces:interfaces': {
          interface: [anything, { name: 'x', statistics: anything, 'ietf-ip:ipv4': anything }],
        },
      })
    }),
  )
})

test('D6 a broken device that names a hundred thousand interfaces gets no more rows than a page can bear', () => {
  const many = named(...Array.from({ length: 100_000 }, (_, at) => `e${at}`))
  expect(interfaceRows(many)).toHaveLength(2_000)
  expect(countOmitted(many)).toBe(98_000)
  expect(countOmitted(named('e1'))).toBe(0)
})

test('D6 nor is one interface with a hundred thousand addresses drawn to its end', () => {
  const address = Array.from({ length: 100_000 }, () => ({ ip: '192.0.2.1' }))
  const [row] = interfaceRows({
    'ietf-interfaces:interfaces': { interface: [{ name: 'e1', 'ietf-ip:ipv4': { address } }] },
  })
  expect(row?.addresses).toHaveLength(65)
  expect(row?.addresses.at(-1)).toBe('…')
})

const rowOf = (entry: object) =>
  interfaceRows({ 'ietf-interfaces:interfaces': { interface: [{ name: 'e1', ...entry }] } })[0]

test.each([
  [{ enabled: false }, true],
  [{ enabled: false, 'oper-status': 'down' }, true],
  [{ enabled: false, 'admin-status': 'up' }, false],
  [{ enabled: true, 'admin-status': 'down' }, true],
  [{ enabled: 'false' }, false],
  [{}, false],
])('(23) with %j an interface is disabled: %p', (entry, expected) => {
  expect(rowOf(entry)?.isDisabled).toBe(expected)
})

test.each([
  [{ statistics: {} }, 0n],
  [{ statistics: { 'out-octets': '5' } }, 0n],
  [{ statistics: { 'in-octets': 'many' } }, undefined],
  [{ statistics: 'none' }, undefined],
  [{}, undefined],
])('(23) with %j the bytes received are %p: a counter that is left out is zero', (entry, expected) => {
  expect(rowOf(entry)?.received).toBe(expected as bigint)
})

test('12.1 B9 interfaces with names of 64 KB of combining marks are sorted at once', () => {
  const marks = '\u0301\u0316'.repeat(16_000)
  const [first] = interfaceRows(named(`b${marks}`, `a${marks}`, `a${marks}x`))
  expect(first?.name.length).toBeLessThan(300)
})

test('12.1 B9 of very many addresses each interface shows a few, and none is longer than an address', () => {
  const address = Array.from({ length: 60 }, () => ({ ip: ':'.repeat(250), 'prefix-length': 24 }))
  const entries = Array.from({ length: 400 }, (_, n) => ({ name: `e${n}`, 'ietf-ip:ipv4': { address } }))
  const rows = interfaceRows({ 'ietf-interfaces:interfaces': { interface: entries } })
  expect(rows[0]?.addresses).toHaveLength(11)
  expect(rows[0]?.addresses.at(-1)).toBe('…')
  expect(rows[0]?.addresses[0]?.length).toBeLessThan(56)
})
