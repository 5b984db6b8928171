import type { Json, JsonObject } from '../json.ts'
import { type Port, ports } from './ports.ts'

/** The interfaces after so many seconds of traffic. */
export function interfaces(seconds: number): JsonObject {
  return { interface: ports.map((port) => describe(port, seconds)) }
}

/** What of the interfaces is configuration. */
export function interfaceConfig(): JsonObject {
  return { interface: ports.map(({ name, type, description }) => named({ name, type, description })) }
}

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
  const traffic = BigInt(Math.floor(unevenly(seconds) * rate))
  return {
    ...(received === undefined ? {} : { 'in-octets': String(received + traffic) }),
    ...(sent === undefined ? {} : { 'out-octets': String(sent + traffic / 3n) }),
  }
}

/** Grows like the seconds themselves, now faster, now slower, and never shrinks: traffic comes in waves. */
function unevenly(seconds: number): number {
  return seconds + 12 * (1 - Math.cos(seconds / 20)) + 1.4 * (1 - Math.cos(seconds / 4))
}

function ip(address: string | undefined, mtu = 1500, origin: string): JsonObject {
  const [host = '', length] = address?.split('/') ?? []
  const list: Json[] = address === undefined ? [] : [{ ip: host, 'prefix-length': Number(length), origin }]
  return list.length === 0 ? { mtu } : { mtu, address: list }
}
