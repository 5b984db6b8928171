/** The interfaces of the demo device, unsorted as on a real device. */
export const ports: readonly Port[] = [
  {
    name: 'e10',
    type: 'ethernet',
    index: 11,
    description: 'Uplink to the harbour office',
    mac: '02:7e:10:00:00:0a',
    ipv4: '192.0.2.10/24',
    ipv6: '2001:db8:7::10/64',
    received: 9_007_199_254_740_993n,
    sent: 48_219_334_120n,
    rate: 183_400,
    errors: 3,
    discards: 41,
  },
  {
    name: 'lo',
    type: 'loopback',
    index: 1,
    mac: '00:00:00:00:00:00',
    ipv4: '127.0.0.1/8',
    ipv6: '::1/128',
    mtu: 65_535,
    received: 4_882_101n,
    sent: 4_882_101n,
    rate: 210,
  },
  {
    name: 'e2',
    type: 'ethernet',
    index: 3,
    description: 'Crane 2',
    mac: '02:7e:10:00:00:02',
    ipv6: 'fe80::7e:10ff:fe00:2/64',
    received: 71_203_338n,
    sent: 15_220_914n,
    rate: 2_450,
    lower: 'br0',
  },
  {
    name: 'br0',
    type: 'bridge',
    index: 20,
    description: 'Quay side',
    mac: '02:7e:10:00:00:20',
    ipv4: '198.51.100.1/24',
    ipv6: 'fe80::7e:10ff:fe00:20/64',
    received: 1_402_775_001n,
    sent: 988_003_417n,
    rate: 21_900,
  },
  {
    name: 'e1',
    type: 'ethernet',
    index: 2,
    description: 'Crane 1',
    mac: '02:7e:10:00:00:01',
    ipv6: 'fe80::7e:10ff:fe00:1/64',
    received: 338_114_920n,
    sent: 120_876_332n,
    rate: 9_800,
    lower: 'br0',
  },
  {
    name: 'wifi0',
    type: 'wifi',
    index: 30,
    description: 'Deck hands',
    mac: '02:7e:10:00:00:30',
    ipv4: '203.0.113.1/26',
    ipv6: 'fe80::7e:10ff:fe00:30/64',
    received: 55_120_003n,
    sent: 402_118_776n,
    rate: 31_250,
    ssid: 'quay-7-deck',
  },
  {
    name: 'e3',
    type: 'ethernet',
    index: 4,
    description: 'Weather mast (cable cut, ticket 4471)',
    mac: '02:7e:10:00:00:03',
    link: 'down',
    sent: 45_391n,
  },
  {
    name: 'e4',
    type: 'ethernet',
    index: 5,
    mac: '02:7e:10:00:00:04',
    admin: 'down',
    link: 'down',
  },
  {
    name: 'br0.20',
    type: 'vlan',
    index: 40,
    description: 'Cameras',
    mac: '02:7e:10:00:00:20',
    ipv4: '198.51.100.129/25',
    ipv6: 'fe80::7e:10ff:fe00:20/64',
    received: 700_114_288n,
    sent: 1_220_654n,
    rate: 15_300,
    vlan: 20,
    lower: 'br0',
  },
]

export interface Port {
  readonly name: string
  readonly type: string
  readonly index: number
  readonly description?: string
  readonly mac: string
  readonly admin?: 'down'
  readonly link?: 'down'
  readonly ipv4?: string
  readonly ipv6?: string
  readonly mtu?: number
  /** Octets at the start. One interface has more than a double can hold exactly. */
  readonly received?: bigint
  readonly sent?: bigint
  /** Octets a second. */
  readonly rate?: number
  readonly errors?: number
  readonly discards?: number
  readonly lower?: string
  readonly vlan?: number
  readonly ssid?: string
}
