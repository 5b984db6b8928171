import { counterAt, listOf, numberAt, textAt, valueAt } from '../../data/json-path.ts'
import { en } from '../texts/en.ts'
import type { InterfaceRow, LinkState } from '../views/view-data.ts'
import { defineFragment, type Page } from './page.ts'

const table = defineFragment({
  path: '/interfaces/table',
  title: (text) => text.interfaces.table,
  refreshSeconds: 5,
  load: (device) => device('ietf-interfaces:interfaces'),
  template: 'interface-table',
  view: (answer) => ({ rows: interfaceRows(answer), omitted: countOmitted(answer) }),
})

/** The device's ports and what runs on them. */
export const interfaces: Page = {
  path: '/interfaces',
  title: (text) => text.menu.interfaces,
  icon: 'ethernet-port',
  group: 'network',
  fragments: [table],
}

/** The interfaces of RFC 8343 as rows, in the order people count: e2 before e10. */
export function interfaceRows(answer: unknown): InterfaceRow[] {
  const shown = interfacesIn(answer).slice(0, MAX_ROWS)
  return shown.flatMap(interfaceRow).toSorted((a, b) => naturally.compare(a.name, b.name))
}

/** How many of the device's interfaces have no row. */
export function countOmitted(answer: unknown): number {
  return Math.max(0, interfacesIn(answer).length - MAX_ROWS)
}

/** More than devices have. A broken one may name a hundred thousand, and everybody would wait while they are drawn. */
const MAX_ROWS = 2_000
const MAX_ADDRESSES = 64

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
  const shown = list.slice(0, MAX_ADDRESSES).flatMap((address) => {
    const ip = textAt(address, ['ip'])
    const length = numberAt(address, ['prefix-length'])
    return ip === undefined ? [] : [length === undefined ? ip : `${ip}/${length}`]
  })
  return list.length > MAX_ADDRESSES ? [...shown, '…'] : shown
}

function linkState(text: string | undefined): LinkState | undefined {
  return text !== undefined && isLinkState(text) ? text : undefined
}

const isLinkState = (text: string): text is LinkState => Object.hasOwn(en.interfaces.states, text)
