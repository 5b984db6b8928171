import { parseRestconfRoot } from '../device/restconf/resource-path.ts'
import { parseDevicePin } from '../device/restconf/tls.ts'
import { kindOfStore } from '../session/stores/open-store.ts'
import { trustedProxies } from '../web/proxies.ts'

/** Readers of single values. What they throw completes the sentence that began with the setting's name. */

export type ListenAddress = TcpAddress | { readonly kind: 'unix'; readonly path: string }

export interface TcpAddress {
  readonly kind: 'tcp'
  readonly host: string
  readonly port: number
}

/** Only checks the pin; it is parsed where the device's trust is set up. */
export function devicePin(value: string): string {
  parseDevicePin(value)
  return value
}

export function text(value: string): string {
  if (value === '') throw new Error('is empty')
  return value
}

export function onOff(value: string): boolean {
  if (value === '1' || value === 'true') return true
  if (value === '0' || value === 'false') return false
  throw new Error(`"${value}" is neither 1, true, 0 nor false`)
}

export function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error(`"${value}" is not a whole number above 0`)
  return Number(value)
}

/** `30m`, `12h`, `10s`, in milliseconds. */
export function duration(value: string): number {
  const [, count, unit] = /^(\d{1,6})(ms|s|m|h)$/.exec(value) ?? []
  const ms = Number(count) * (unitMs[unit ?? ''] ?? Number.NaN)
  if (!(ms > 0)) throw new Error(`"${value}" is not a duration like 10s, 30m or 12h`)
  return ms
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** `10/60s`; undefined for `off`. The longest wait is ten minutes, so no window is longer. */
export function countPerTime(value: string): { count: number; windowMs: number } | undefined {
  if (value === 'off') return undefined
  const [count = '', window] = value.split('/')
  if (window === undefined) throw new Error(`"${value}" is neither off nor like 10/60s`)
  const windowMs = duration(window)
  if (windowMs > 600_000) throw new Error(`"${window}" is longer than 10m`)
  return { count: wholeNumber(count), windowMs }
}

/** Addresses, networks and `unix`, separated by commas; an empty list for `none`. */
export function proxyList(value: string): readonly string[] {
  if (value === 'none') return []
  const list = text(value)
    .split(',')
    .map((entry) => entry.trim())
  trustedProxies(list)
  return list
}

/** A web address in which `{host}` may stand for a host name. */
export function urlPattern(value: string): string {
  const example = value.replaceAll('{host}', 'device.example')
  if (!/^https?:\/\/[^{}]*$/i.test(example) || !URL.canParse(example))
    throw new Error(`"${value}" is not a URL like https://{host}:7681/`)
  return value
}

/** The value of Strict-Transport-Security; undefined for `off`. */
export function hstsValue(value: string): string | undefined {
  if (value === 'off') return undefined
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text(value)))
    throw new Error(`"${value}" cannot stand in a header`)
  // RFC 6797 section 6.1.1: without it browsers ignore the header
  if (!/(^|;)\s*max-age\s*=\s*"?\d+"?\s*(;|$)/i.test(value))
    throw new Error(`"${value}" has no max-age=SECONDS; or off`)
  return value
}

/** Host names without ports, separated by commas. */
export function hostNames(value: string): readonly string[] {
  const names = text(value)
    .split(',')
    .map((name) => name.trim())
  const wrong = names.find((name) => !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(name))
  if (wrong !== undefined) throw new Error(`"${wrong}" is not a host name`)
  return names
}

/** Checks the kind of the store only; whether the store exists shows when it is opened. */
export function storeUrl(value: string): string {
  kindOfStore(value)
  return value
}

export function restconfUrl(value: string): URL {
  return parseRestconfRoot(value)
}

export function listenAddress(value: string): ListenAddress {
  if (value.startsWith('unix:')) return { kind: 'unix', path: text(value.slice('unix:'.length)) }
  const address = hostAndPort(value)
  if (!address) throw new Error(`"${value}" is neither HOST:PORT nor unix:PATH`)
  return address
}

export function tcpAddress(value: string): TcpAddress {
  const address = hostAndPort(value)
  if (!address) throw new Error(`"${value}" is not HOST:PORT`)
  return address
}

function hostAndPort(value: string): TcpAddress | undefined {
  const [, bracketed, plain, port = ''] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d+)$/i.exec(value) ?? []
  const host = bracketed ?? plain
  return host ? { kind: 'tcp', host, port: portNumber(port) } : undefined
}

/** 0 stands for a free one. */
export function portNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new Error(`"${value}" is not a port`)
  if (Number(value) > 65_535) throw new Error(`${value} is not a port: a port is 1 to 65535`)
  return Number(value)
}

/** `0660`: an octal number, as for chmod. */
export function fileMode(value: string): number {
  if (!/^0?[0-7]{3}$/.test(value)) throw new Error(`"${value}" is not a mode like 0660`)
  return Number.parseInt(value, 8)
}

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return (value: string): Words[number] => {
    const word = words.find((known) => known === value)
    if (word === undefined) throw new Error(`"${value}" is none of ${words.join(', ')}`)
    return word
  }
}
