import { counterAt, isObject, listOf, numberAt, textAt, valueAt } from '../../data/json-path.ts'
import { encodeKey } from '../../data/paths/path-steps.ts'
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

/** More than real devices have. A faulty one may list a hundred thousand, and all other requests would wait meanwhile. */
const MAX_ROWS = 2_000
const MAX_ADDRESSES = 64
/** Collation takes more than linear time in the length of a text, and no name is longer. */
const MAX_TEXT = 256

/** The interfaces of RFC 8343 as rows, in the order people count: e2 before e10. */
export function interfaceRows(answer: unknown): InterfaceRow[] {
  const shown = interfacesIn(answer).slice(0, MAX_ROWS)
  return shown.flatMap(interfaceRow).toSorted((a, b) => naturally.compare(a.name, b.name))
}

/** How many of the device's interfaces have no row. */
export function countOmitted(answer: unknown): number {
  return Math.max(0, interfacesIn(answer).length - MAX_ROWS)
}

const interfacesIn = (answer: unknown) => listOf(valueAt(answer, ['ietf-interfaces:interfaces', 'interface']))

const naturally = new Intl.Collator('en', { numeric: true })

export function interfaceRow(entry: unknown): InterfaceRow[] {
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
      addresses: [...addresses(entry, 'ietf-ip:ipv4'), ...addresses(entry, 'ietf-ip:ipv6')],
      mac: shortTextAt(entry, ['phys-address']),
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

/** Some devices leave out counters that are zero. Without their container there is nothing to say. */
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

function addresses(entry: unknown, family: string): string[] {
  const list = listOf(valueAt(entry, [family, 'address']))
  const shown = list.slice(0, MAX_ADDRESSES).flatMap((address) => {
    const ip = shortTextAt(address, ['ip'])
    const length = numberAt(address, ['prefix-length'])
    return ip === undefined ? [] : [length === undefined ? ip : `${ip}/${length}`]
  })
  return list.length > MAX_ADDRESSES ? [...shown, '…'] : shown
}

export function shortTextAt(entry: unknown, path: readonly string[]): string | undefined {
  const text = textAt(entry, path)
  return text !== undefined && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text
}

function linkState(text: string | undefined): LinkState | undefined {
  return text !== undefined && isLinkState(text) ? text : undefined
}

const isLinkState = (text: string): text is LinkState => Object.hasOwn(en.interfaces.states, text)
