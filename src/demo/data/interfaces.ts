import type { Json, JsonObject } from '../json.ts'

/** The interfaces after so many seconds of traffic, listed as unsorted as a device lists them. */
export function interfaces(seconds: number): JsonObject {
  return { interface: ports.map((port) => describe(port, seconds)) }
}

/** What of the interfaces is configuration. */
export function interfaceConfig(): JsonObject {
  return { interface: ports.map(({ name, type, description }) => named({ name, type, description })) }
}

interface Port {
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
  /** Octets at the start, beyond what a double holds exactly on one of them. */
  readonly received?: bigint
  readonly sent?: bigint
  /** Octets a second. */
  readonly rate?: number
  readonly lower?: string
  readonly vlan?: number
  readonly ssid?: string
}

const ports: readonly Port[] = [
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
  },
  {
    name: 'lo',
    type: 'loopback',
    index: 1,
    mac: '00:00:00:00:00:00',
    ipv4: '127.0.0.1/8',
    ipv6: '::1/128',
    mtu: 65_536,
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

function describe(port: Port, seconds: number): JsonObject {
  const { name, type, description, mac, ssid, vlan, lower } = port
  return {
    ...named({ name, type, description }),
    'admin-status': port.admin ?? 'up',
    'oper-status': port.link ?? 'up',
    'if-index': port.index,
    'phys-address': mac,
    statistics: counters(port, seconds),
    'ietf-ip:ipv4': ip(port.ipv4, port.mtu, 'static'),
    'ietf-ip:ipv6': ip(port.ipv6, port.mtu, port.ipv6?.startsWith('fe80') ? 'link-layer' : 'static'),
    ...(ssid === undefined ? {} : { 'infix-interfaces:wifi': { 'access-point': { ssid } } }),
    ...(vlan === undefined ? {} : { 'infix-interfaces:vlan': { id: vlan, 'lower-layer-if': lower ?? '' } }),
    ...(vlan !== undefined || lower === undefined
      ? {}
      : { 'infix-interfaces:bridge-port': { bridge: lower } }),
  }
}

function named({
  name,
  type,
  description,
}: Pick<Port, 'name' | 'type'> & { description: string | undefined }) {
  const text = description === undefined ? {} : { description }
  return { name, ...text, type: `infix-if-type:${type}` }
}

/** Counters are 64 bits wide, which JSON carries as strings (RFC 7951 section 6.1). */
function counters({ received, sent, rate = 0 }: Port, seconds: number): JsonObject {
  const traffic = BigInt(Math.floor(seconds * rate))
  return {
    ...(received === undefined ? {} : { 'in-octets': String(received + traffic) }),
    ...(sent === undefined ? {} : { 'out-octets': String(sent + traffic / 3n) }),
  }
}

function ip(address: string | undefined, mtu = 1500, origin: string): JsonObject {
  const [host = '', length] = address?.split('/') ?? []
  const list: Json[] = address === undefined ? [] : [{ ip: host, 'prefix-length': Number(length), origin }]
  return list.length === 0 ? { mtu } : { mtu, address: list }
}
