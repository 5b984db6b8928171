/**
 * The path of a resource below the RESTCONF root. A resource is named as RFC 8040 does, `module:node`
 * and further nodes, with list keys that may be percent-encoded: `ietf-interfaces:interfaces/interface=eth0`.
 * A name that could lead anywhere else is a TypeError.
 */
export function resourcePath(resource: string): string {
  const [first = '', ...rest] = resource.split('/')
  if (!first.includes(':')) throw new TypeError(`a resource is named module:path, not ${quoted(resource)}`)
  return `/data/${[first, ...rest].map((step) => stepPath(step, resource)).join('/')}`
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
  if (value === undefined || misleads(value))
    throw new TypeError(`no resource can be named ${quoted(resource)}`)
  return encodeURIComponent(value)
}

function decoded(key: string): string | undefined {
  if (/[?#]/.test(key)) return undefined
  try {
    return decodeURIComponent(key)
  } catch {
    return undefined
  }
}

/** A proxy that decodes `%2F` before it resolves `..` must still end up below the list. */
function misleads(value: string): boolean {
  const [, ...afterSlash] = value.split('/')
  return /\p{Cc}/u.test(value) || !value.isWellFormed() || afterSlash.some((part) => /^\.{0,2}$/.test(part))
}

function quoted(resource: string): string {
  return JSON.stringify(resource.slice(0, 200))
}
