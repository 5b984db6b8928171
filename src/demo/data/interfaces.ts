import type { JsonObject } from '../json.ts'
import { type Port, ports } from './ports.ts'

/** The interfaces after so many seconds of traffic. */
export function interfaces(seconds: number): JsonObject {
  return { interface: ports.map((port) => describe(port, seconds)) }
}

/** The configuration part of the interfaces. */
export function interfaceConfig(): JsonObject {
  return { interface: ports.map((port) => configOf(port)) }
}

function configOf(port: Port): JsonObject {
  const { name, type, description, admin } = port
  return {
    name,
    ...(description === undefined ? {} : { description }),
    type: `infix-if-type:${type}`,
    ...(admin === 'down' ? { enabled: false } : {}),
    ...addresses(port),
    ...ofType(port),
  }
}

function addresses({ ipv4, ipv6, mtu }: Port): JsonObject {
  const settings = mtu ? { mtu } : {}
  return {
    ...(ipv4 ? { 'ietf-ip:ipv4': { ...settings, address: [address(ipv4)] } } : {}),
    ...(ipv6 && !ipv6.startsWith('fe80')
      ? { 'ietf-ip:ipv6': { ...settings, address: [address(ipv6)] } }
      : {}),
  }
}

function ofType({ type, ssid = '', vlan = 0, lower }: Port): JsonObject {
  const carrier = lower ?? ''
  switch (type) {
    case 'ethernet':
      return {
        'ieee802-ethernet-interface:ethernet': { duplex: 'full' },
        ...(lower === undefined ? {} : { 'infix-interfaces:bridge-port': { bridge: lower, pvid: 20 } }),
      }
    case 'wifi':
      return { 'infix-interfaces:wifi': { 'access-point': accessPoint(ssid) } }
    case 'vlan':
      return { 'infix-interfaces:vlan': { id: vlan, 'lower-layer-if': carrier } }
    case 'bridge':
      return { 'infix-interfaces:bridge': bridge }
    default:
      return {}
  }
}

const accessPoint = (ssid: string) => ({ ssid, security: { passphrase: 'all-hands-on-deck' } })

const bridge: JsonObject = {
  'ieee-group-forward': ['lldp', 2],
  vlans: { vlan: [{ vid: 20, untagged: ['e1', 'e2'], tagged: ['br0'] }] },
  stp: { 'force-protocol': 'rstp' },
}

const bridgeState: JsonObject = {
  stp: {
    'force-protocol': 'rstp',
    'root-port': 'e1',
    'topology-change': { count: 4, time: '2026-02-27T17:04:11+00:00' },
  },
  fdb: [
    { mac: '02:7e:30:00:00:01', port: 'e1', age: 3 },
    { mac: '02:7e:30:00:00:02', port: 'e2', age: 118 },
  ],
}

function describe(port: Port, seconds: number): JsonObject {
  const { type, mac, lower } = port
  const config = configOf(port)
  const isUp = port.link === undefined
  return {
    ...config,
    'admin-status': port.admin ?? 'up',
    'oper-status': port.link ?? 'up',
    'last-change': '2026-02-27T17:04:11+00:00',
    'if-index': port.index,
    'phys-address': mac,
    ...(type === 'ethernet' && isUp ? { speed: '1000000000' } : {}),
    statistics: counters(port, seconds),
    ...(type === 'ethernet' ? { 'ieee802-ethernet-interface:ethernet': ethernet(port) } : {}),
    'ietf-ip:ipv4': ip(port.ipv4, port.mtu, 'static'),
    'ietf-ip:ipv6': ip(port.ipv6, port.mtu, port.ipv6?.startsWith('fe80') ? 'link-layer' : 'static'),
    ...(type === 'ethernet' && lower !== undefined
      ? { 'infix-interfaces:bridge-port': bridgePort(port) }
      : {}),
    ...(type === 'bridge' ? { 'infix-interfaces:bridge': { ...bridge, ...bridgeState } } : {}),
  }
}

const bridgePort = ({ lower = '', link }: Port) => ({
  bridge: lower,
  pvid: 20,
  stp: { state: link === 'down' ? 'discarding' : 'forwarding' },
})

function ethernet({ link, received = 0n, errors = 0 }: Port): JsonObject {
  const frames = String(received / 700n)
  return {
    'auto-negotiation': { enable: true, 'negotiation-status': link === 'down' ? 'in-progress' : 'complete' },
    duplex: link === 'down' ? 'unknown' : 'full',
    ...(link === 'down' ? {} : { speed: '1.0' }),
    statistics: {
      frame: {
        ...(received > 0n ? { 'in-total-frames': frames, 'out-frames': String(received / 900n) } : {}),
        ...(errors > 0 ? { 'in-error-fcs-frames': String(errors) } : {}),
      },
    },
  }
}

/** Counters are 64 bits wide, which JSON carries as strings (RFC 7951 section 6.1). */
function counters({ received, sent, rate = 0, errors = 0, discards = 0 }: Port, seconds: number): JsonObject {
  const traffic = BigInt(Math.floor(unevenly(seconds) * rate))
  return {
    ...(received === undefined ? {} : { 'in-octets': String(received + traffic) }),
    ...(sent === undefined ? {} : { 'out-octets': String(sent + traffic / 3n) }),
    ...(errors > 0 ? { 'in-errors': errors } : {}),
    ...(discards > 0 ? { 'in-discards': discards } : {}),
  }
}

/** Grows with the seconds, now faster, now slower, and never shrinks: traffic comes in waves. */
function unevenly(seconds: number): number {
  return seconds + 12 * (1 - Math.cos(seconds / 20)) + 1.4 * (1 - Math.cos(seconds / 4))
}

function ip(text: string | undefined, mtu = 1500, origin: string): JsonObject {
  return text === undefined ? { mtu } : { mtu, address: [{ ...address(text), origin }] }
}

function address(text: string): JsonObject {
  const [ip = '', length] = text.split('/')
  return { ip, 'prefix-length': Number(length) }
}
