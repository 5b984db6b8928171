import type { Texts } from '../texts/texts.ts'
import type { Frame } from './frame.ts'

export interface InterfaceTableView extends Frame {
  readonly rows: readonly InterfaceRow[]
  /** How many more there are than a page can show. */
  readonly omitted: number
}

export interface InterfaceRow {
  readonly name: string
  readonly type: string | undefined
  readonly description: string | undefined
  /** What the operator asked for. */
  readonly adminState: LinkState | undefined
  /** What it came to. */
  readonly operState: LinkState | undefined
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
