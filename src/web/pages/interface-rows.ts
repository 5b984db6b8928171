import { listOf, valueAt } from '../../features/json-path.ts'
import { en } from '../texts/en.ts'
import type { InterfaceRow, LinkState } from '../views/render.ts'
import { counterAt, numberAt, textAt } from './device-values.ts'

/** The interfaces of RFC 8343 as rows, in the order people count: e2 before e10. */
export function interfaceRows(answer: unknown): InterfaceRow[] {
  const shown = interfacesIn(answer).slice(0, MOST_ROWS)
  return shown.flatMap(interfaceRow).toSorted((a, b) => naturally.compare(a.name, b.name))
}

/** How many of the device's interfaces have no row. */
export function countOmitted(answer: unknown): number {
  return Math.max(0, interfacesIn(answer).length - MOST_ROWS)
}

/** More than devices have. A broken one may name a hundred thousand, and everybody would wait while they are drawn. */
const MOST_ROWS = 2_000
const MOST_ADDRESSES = 64

const interfacesIn = (answer: unknown) => listOf(valueAt(answer, ['ietf-interfaces:interfaces', 'interface']))

const naturally = new Intl.Collator('en', { numeric: true })

function interfaceRow(entry: unknown): InterfaceRow[] {
  const name = textAt(entry, ['name'])
  if (name === undefined) return []
  return [
    {
      name,
      type: textAt(entry, ['type'])?.replace(/^[^:]*:/, ''),
      description: textAt(entry, ['description']),
      adminState: linkState(textAt(entry, ['admin-status'])),
      operState: linkState(textAt(entry, ['oper-status'])),
      addresses: [...addresses(entry, 'ietf-ip:ipv4'), ...addresses(entry, 'ietf-ip:ipv6')],
      mac: textAt(entry, ['phys-address']),
      speed: counterAt(entry, ['speed']),
      received: counterAt(entry, ['statistics', 'in-octets']),
      sent: counterAt(entry, ['statistics', 'out-octets']),
    },
  ]
}

function addresses(entry: unknown, family: string): string[] {
  const list = listOf(valueAt(entry, [family, 'address']))
  const shown = list.slice(0, MOST_ADDRESSES).flatMap((address) => {
    const ip = textAt(address, ['ip'])
    const length = numberAt(address, ['prefix-length'])
    return ip === undefined ? [] : [length === undefined ? ip : `${ip}/${length}`]
  })
  return list.length > MOST_ADDRESSES ? [...shown, '…'] : shown
}

function linkState(text: string | undefined): LinkState | undefined {
  return text !== undefined && isLinkState(text) ? text : undefined
}

const isLinkState = (text: string): text is LinkState => Object.hasOwn(en.interfaces.states, text)
