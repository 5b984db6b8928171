import { counterAt, isObject, listOf, numberAt, shortTextAt, textAt, valueAt } from '../../data/json-path.ts'
import { encodeKey } from '../../data/paths/path-steps.ts'
import { naturalOrder } from '../../data/tree/natural-order.ts'
import { en } from '../texts/en.ts'
import type { InterfaceRow, LinkState } from '../views/interface-views.ts'
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

/** More than real devices have. A faulty device may list a hundred thousand, and drawing them would block other requests. */
const MAX_ROWS = 2_000
/** Addresses shown for one interface and family. */
const MAX_ADDRESSES = 64
const MAX_ADDRESSES_IN_ALL = 4_000
const MAX_ADDRESS_TEXT = 48

/** The interfaces of RFC 8343 as rows, in the order people count: e2 before e10. */
export function interfaceRows(answer: unknown): InterfaceRow[] {
  const entries = interfacesIn(answer).slice(0, MAX_ROWS)
  const maxAddresses = Math.min(MAX_ADDRESSES, Math.floor(MAX_ADDRESSES_IN_ALL / entries.length))
  const rows = entries.flatMap((entry) => interfaceRow(entry, maxAddresses))
  const order = naturalOrder(rows.map(({ name }) => [name]))
  return order.flatMap((index) => rows[index] ?? [])
}

/** How many of the device's interfaces have no row. */
export function countOmitted(answer: unknown): number {
  return Math.max(0, interfacesIn(answer).length - MAX_ROWS)
}

const interfacesIn = (answer: unknown) => listOf(valueAt(answer, ['ietf-interfaces:interfaces', 'interface']))

export function interfaceRow(entry: unknown, maxAddresses = MAX_ADDRESSES): InterfaceRow[] {
  const name = shortTextAt(entry, ['name'])
  if (name === undefined) return []
  return [
    {
      name,
      href: interfaceHref(name),
      type: shortTextAt(entry, ['type'])?.replace(/^[^:]*:/, ''),
      description: shortTextAt(entry, ['description']),
      isDisabled: isDisabled(entry),
      state: linkState(textAt(entry, ['oper-status'])),
      addresses: ['ietf-ip:ipv4', 'ietf-ip:ipv6'].flatMap((family) => addresses(entry, family, maxAddresses)),
      mac: shortTextAt(entry, ['phys-address'], MAX_ADDRESS_TEXT),
      speed: counterAt(entry, ['speed']),
      received: countAt(entry, ['statistics'], 'in-octets'),
      sent: countAt(entry, ['statistics'], 'out-octets'),
    },
  ]
}

/** Devices without the feature `if-mib` have no `admin-status`, only the setting behind it. */
function isDisabled(entry: unknown): boolean {
  const status = textAt(entry, ['admin-status'])
  return status === undefined ? valueAt(entry, ['enabled']) === false : status === 'down'
}

/** Some devices leave out counters that are zero. Without the container there are none to show. */
export function countAt(entry: unknown, container: readonly string[], name: string): bigint | undefined {
  const path = [...container, name]
  const isLeftOut = isObject(valueAt(entry, container)) && valueAt(entry, path) === undefined
  return isLeftOut ? 0n : counterAt(entry, path)
}

/** The address of an interface's own page. The table itself is at `/interfaces/table`. */
export function interfaceHref(name: string): string {
  const key = encodeKey(name)
  return name === 'table' ? `/data/ietf-interfaces:interfaces/interface=${key}` : `/interfaces/${key}`
}

function addresses(entry: unknown, family: string, max: number): string[] {
  const list = listOf(valueAt(entry, [family, 'address']))
  const shown = list.slice(0, max).flatMap((address) => {
    const ip = shortTextAt(address, ['ip'], MAX_ADDRESS_TEXT)
    const length = numberAt(address, ['prefix-length'])
    return ip === undefined ? [] : [length === undefined ? ip : `${ip}/${length}`]
  })
  return list.length > max ? [...shown, '…'] : shown
}

function linkState(text: string | undefined): LinkState | undefined {
  return text !== undefined && isLinkState(text) ? text : undefined
}

const isLinkState = (text: string): text is LinkState => Object.hasOwn(en.interfaces.states, text)
