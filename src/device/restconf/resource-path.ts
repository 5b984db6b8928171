import { isMisleadingKey } from '../../data/paths/path-steps.ts'
import type { DataQuery, ModuleName, ModuleQuery } from '../device.ts'
import { failure } from './codes.ts'

/** The address of a device's RESTCONF root, as a setting gives it. Throws an Error of one sentence. */
export function parseRestconfRoot(text: string): URL {
  if (/\[[^\]]*%/.test(text)) {
    throw new Error(
      'an IPv6 zone (like %eth0) cannot be part of the address: use another address of the device, or its name',
    )
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [, port] = /^https?:\/\/[^/?#@]+:(\d{5,})(?=\/|$)/i.exec(text) ?? []
  if (!url && port !== undefined) throw new Error(`${port} is not a port: a port is 1 to 65535`)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error('this is not an http:// or https:// address')
  }
  if (url.username || url.password) throw new Error('the address must not contain a user name or a password')
  if (/[?#]/.test(text)) throw new Error('the address must end with its path: no ? and no #')
  return url
}

/** The request path for something below the RESTCONF root. */
export function pathBelow(root: URL, rest: string): string {
  return root.pathname.replace(/\/+$/, '') + rest
}

/** The query parameters that a device claims to understand. */
export interface Abilities {
  readonly depth: boolean
  readonly fields: boolean
  readonly content: boolean
  readonly withDefaults: boolean
}

/** Below the RESTCONF root: the path and query string of what to read. */
export function dataPath(query: DataQuery, abilities: Abilities): string {
  const { resource, datastore } = query
  const store = datastore === undefined ? '/data' : `/ds/ietf-datastores:${datastore}`
  return store + (resource === '' ? '' : `/${resourcePath(resource)}`) + queryString(query, abilities)
}

/**
 * A resource is named as RFC 8040 does, `module:node` and further nodes, with list keys that may be
 * percent-encoded: `ietf-interfaces:interfaces/interface=eth0`. A name that could lead elsewhere is a TypeError.
 */
export function resourcePath(resource: string): string {
  const [first = '', ...rest] = resource.split('/')
  if (!first.includes(':')) throw new TypeError(`a resource is named module:path, not ${quoted(resource)}`)
  return [first, ...rest].map((step) => stepPath(step, resource)).join('/')
}

/** A node, with its module where that changes, and the keys that pick one entry of a list. */
const stepShape = /^((?:[a-z_][\w.-]*:)?[a-z_][\w.-]*)(?:=(.*))?$/is

function stepPath(step: string, resource: string): string {
  const [, node, keys] = stepShape.exec(step) ?? []
  if (node === undefined) throw new TypeError(`no resource can be named ${quoted(resource)}`)
  // The colon of a module must stay bare: `%3A` is refused by real devices.
  if (keys === undefined) return node
  return `${node}=${keys
    .split(',')
    .map((key) => encodedKey(key, resource))
    .join(',')}`
}

/** RFC 8040 section 3.5.3: all that is reserved in a key value, the colon too, is percent-encoded. */
function encodedKey(key: string, resource: string): string {
  const value = decoded(key)
  if (value === undefined || isMisleadingKey(value))
    throw new TypeError(`no resource can be named ${quoted(resource)}`)
  // encodeURIComponent leaves some of the reserved characters; rousette answers 400 to a bare quote.
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function decoded(key: string): string | undefined {
  if (/[?#]/.test(key)) return undefined
  try {
    return decodeURIComponent(key)
  } catch {
    return undefined
  }
}

function quoted(resource: string): string {
  return JSON.stringify(resource.slice(0, 200))
}

/** rousette answers 500 to `content` on a datastore, and clixon destroys values at `depth`. */
function queryString({ datastore, depth, fields, content, withDefaults }: DataQuery, can: Abilities): string {
  if (fields !== undefined && !/^[\w.:;/()-]+$/.test(fields))
    throw new TypeError(`fields cannot be written ${quoted(fields)}`)
  const parts = [
    can.depth && depth !== undefined && `depth=${depth}`,
    can.fields && fields !== undefined && `fields=${fields}`,
    can.content && content !== undefined && datastore === undefined && `content=${content}`,
    can.withDefaults && withDefaults !== undefined && `with-defaults=${withDefaults}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

const yangName = /^[A-Za-z_][\w.-]{0,254}$/
const revisionShape = /^\d{4}-\d{2}-\d{2}$/

/** The path of a module's text, on the device's own origin. Throws a DeviceError for another origin. */
export function modulePath(root: URL, wanted: Exclude<ModuleQuery, { from: 'get-schema' }>): string {
  if (wanted.from === 'folder') {
    const file = wanted.revision === undefined ? wanted.name : `${wanted.name}@${wanted.revision}`
    requireName(wanted)
    return new URL(`yang/${file}.yang`, new URL(pathBelow(root, ''), root)).pathname
  }
  const url = URL.canParse(wanted.url, root.href) ? new URL(wanted.url, root.href) : undefined
  if (!url || url.origin !== root.origin || url.username !== '' || url.password !== '')
    throw failure('foreign-origin')
  return url.pathname + url.search
}

/** Throws a TypeError for a name that is not fit for a path. */
export function requireName({ name, revision }: ModuleName): void {
  if (!yangName.test(name) || (revision !== undefined && !revisionShape.test(revision)))
    throw new TypeError(`no module can be called ${quoted(`${name}@${revision}`)}`)
}
