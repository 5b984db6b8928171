import type { Texts } from '../texts/languages.ts'
import type { Frame } from './frame.ts'

export interface InterfaceTableView extends Frame {
  readonly rows: readonly InterfaceRow[]
  /** How many more there are than a page can show. */
  readonly omitted: number
}

export interface InterfaceRow {
  readonly name: string
  /** Its own page. */
  readonly href: string
  readonly type: string | undefined
  readonly description: string | undefined
  /** Switched off by an operator, which explains any state. */
  readonly isDisabled: boolean
  readonly state: LinkState | undefined
  readonly addresses: readonly string[]
  readonly mac: string | undefined
  /** In bits a second. */
  readonly speed: bigint | undefined
  /** In bytes; a 64-bit counter does not fit a number. */
  readonly received: bigint | undefined
  readonly sent: bigint | undefined
}

/** The states of RFC 8343. */
export type LinkState = keyof Texts['interfaces']['states']

/** Another interface, and its page. */
export interface InterfaceLink {
  readonly name: string
  readonly href: string
}

/** What the device reports about one interface. */
export interface InterfaceOne {
  /** Undefined when the answer holds no interface. */
  readonly row: InterfaceRow | undefined
  readonly mtus: readonly { readonly family: string; readonly mtu: number }[]
  readonly duplex: 'full' | 'half' | 'unknown' | undefined
  readonly negotiation: boolean
  /** In ISO 8601. */
  readonly lastChange: string | undefined
  readonly counters: readonly { readonly name: ErrorCounter; readonly count: bigint | undefined }[]
  /** Frames with a wrong check sequence. */
  readonly frameErrors: bigint | undefined
  /** The bridge that the interface is a port of. */
  readonly bridge: InterfaceLink | undefined
  readonly pvid: number | undefined
  readonly stpState: string | undefined
  readonly stpProtocol: string | undefined
  readonly rootPort: InterfaceLink | undefined
  readonly vlan: number | undefined
  readonly vlanBase: InterfaceLink | undefined
}

export type ErrorCounter = 'in-errors' | 'out-errors' | 'in-discards' | 'out-discards'

export interface InterfaceFactsView extends Frame, InterfaceOne {
  readonly dataHref: string
}

/** What LLDP reports about the other end of the cable. */
export interface InterfaceNeighboursView extends Frame {
  readonly neighbours: readonly Neighbour[]
}

export interface Neighbour {
  readonly system: string | undefined
  readonly port: string | undefined
  readonly portDescription: string | undefined
  readonly description: string | undefined
}
