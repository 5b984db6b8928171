import type { Frame } from './frame.ts'
import type { InterfaceFactsView, InterfaceRow, Neighbour } from './interface-views.ts'

/** An interface with every fact known. */
export function interfaceFacts(say: string, row: InterfaceRow): Omit<InterfaceFactsView, keyof Frame> {
  const link = { name: say, href: say }
  return {
    row,
    mtus: [{ family: say, mtu: 1500 }],
    duplex: 'full',
    negotiation: true,
    lastChange: '2026-11-21T02:36:15Z',
    counters: [
      { name: 'in-errors', count: 3n },
      { name: 'out-errors', count: undefined },
    ],
    frameErrors: 0n,
    bridge: link,
    pvid: 20,
    stpState: say,
    stpProtocol: say,
    rootPort: link,
    vlan: 20,
    vlanBase: link,
    dataHref: say,
  }
}

export const neighbour = (say: string): Neighbour => ({
  system: say,
  port: say,
  portDescription: say,
  description: undefined,
})
