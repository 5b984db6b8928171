import { listOf, momentAt, numberAt, shortTextAt, textAt, valueAt } from '../../data/json-path.ts'
import type { InterfaceLink, InterfaceOne, Neighbour } from '../views/interface-views.ts'
import { countAt, interfaceHref, interfaceRow } from './interfaces.ts'

const MAX_NEIGHBOURS = 20
const duplexes = ['full', 'half', 'unknown'] as const
const PORT = 'infix-interfaces:bridge-port'
const BRIDGE = 'infix-interfaces:bridge'
const VLAN = 'infix-interfaces:vlan'
const ETHERNET = 'ieee802-ethernet-interface:ethernet'

/** What the device reports about one interface. What it does not report is undefined, and not shown. */
export function interfaceView(answer: unknown): InterfaceOne {
  const entry = entryIn(answer)
  const [row] = interfaceRow(entry)
  const errors = ['in-errors', 'out-errors', 'in-discards', 'out-discards'] as const
  return {
    row,
    mtus: mtusOf(entry),
    duplex: duplexes.find((known) => known === textAt(entry, [ETHERNET, 'duplex'])),
    negotiation: valueAt(entry, [ETHERNET, 'auto-negotiation', 'enable']) === true,
    lastChange: momentAt(entry, ['last-change']),
    counters: errors.map((name) => ({ name, count: countAt(entry, ['statistics'], name) })),
    frameErrors: countAt(entry, [ETHERNET, 'statistics', 'frame'], 'in-error-fcs-frames'),
    bridge: linkAt(entry, [PORT, 'bridge']),
    pvid: numberAt(entry, [PORT, 'pvid']),
    stpState:
      shortTextAt(entry, [PORT, 'stp', 'cist', 'state']) ?? shortTextAt(entry, [PORT, 'stp', 'state']),
    stpProtocol: shortTextAt(entry, [BRIDGE, 'stp', 'force-protocol']),
    rootPort:
      linkAt(entry, [BRIDGE, 'stp', 'cist', 'root-port']) ?? linkAt(entry, [BRIDGE, 'stp', 'root-port']),
    vlan: numberAt(entry, [VLAN, 'id']),
    vlanBase: linkAt(entry, [VLAN, 'lower-layer-if']),
  }
}

/** RFC 7951 has a list's entry in an array; some servers send the entry alone. */
function entryIn(answer: unknown): unknown {
  const found =
    valueAt(answer, ['ietf-interfaces:interface']) ??
    valueAt(answer, ['ietf-interfaces:interfaces', 'interface'])
  return Array.isArray(found) ? found[0] : found
}

function mtusOf(entry: unknown): InterfaceOne['mtus'] {
  const families = [
    { family: 'IPv4', mtu: numberAt(entry, ['ietf-ip:ipv4', 'mtu']) },
    { family: 'IPv6', mtu: numberAt(entry, ['ietf-ip:ipv6', 'mtu']) },
  ]
  return families.flatMap(({ family, mtu }) => (mtu === undefined ? [] : [{ family, mtu }]))
}

function linkAt(entry: unknown, path: readonly string[]): InterfaceLink | undefined {
  const name = shortTextAt(entry, path)
  return name === undefined ? undefined : { name, href: interfaceHref(name) }
}

/** The neighbours at the other end of the cable, as LLDP reports them. */
export function neighboursOf(answer: unknown, name: string): readonly Neighbour[] {
  const ports = listOf(valueAt(answer, ['ieee802-dot1ab-lldp:lldp', 'port']))
  return ports
    .filter((port) => textAt(port, ['name']) === name)
    .flatMap((port) => listOf(valueAt(port, ['remote-systems-data'])))
    .slice(0, MAX_NEIGHBOURS)
    .map((remote) => ({
      system: shortTextAt(remote, ['system-name']) ?? shortTextAt(remote, ['chassis-id']),
      port: shortTextAt(remote, ['port-id']),
      portDescription: shortTextAt(remote, ['port-desc']),
      description: shortTextAt(remote, ['system-description']),
    }))
}
