/** The target of a request. */
export type Target =
  | DataTarget
  | { readonly kind: 'operation'; readonly name: string }
  | { readonly kind: 'root' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'bad-query' }
  | { readonly kind: 'unknown' }

export interface DataTarget {
  readonly kind: 'data'
  readonly datastore: DatastoreName
  /** True for a named datastore, false for `/data`. */
  readonly isNamed: boolean
  readonly steps: readonly Step[]
  readonly query: Query
}

export type DatastoreName = 'operational' | 'running' | 'startup'

/** One part of a resource path: `interface=e1` is the entry `e1` of the list `interface`. */
export interface Step {
  readonly module: string | undefined
  readonly name: string
  readonly keys: readonly string[] | undefined
}

export interface Query {
  readonly depth?: number
  readonly fields?: string
  readonly content?: 'config' | 'nonconfig'
  readonly withDefaults?: 'report-all' | 'report-all-tagged' | 'trim'
  /** Values come back empty, as clixon answers a query with a depth. */
  readonly isSpoilt?: boolean
}

const root = '/restconf/'
const operations = `${root}operations/`
const datastores: readonly { readonly prefix: string; readonly name: DatastoreName }[] = [
  { prefix: `${root}data`, name: 'operational' },
  { prefix: `${root}ds/ietf-datastores:operational`, name: 'operational' },
  { prefix: `${root}ds/ietf-datastores:running`, name: 'running' },
  { prefix: `${root}ds/ietf-datastores:startup`, name: 'startup' },
]

export function readTarget(url: string): Target {
  const path = pathOf(url)
  if (path === root) return { kind: 'root' }
  if (path.startsWith(operations)) return { kind: 'operation', name: path.slice(operations.length) }
  const names = path.replaceAll(/=[^/]*/g, '')
  if (path.endsWith('/') || /%3a/i.test(names)) return { kind: 'malformed' }
  const found = dataPath(path)
  if (!found) return { kind: 'unknown' }
  const steps = found.rest === '' ? [] : found.rest.split('/').map(readStep)
  if (!steps.every((step) => step !== undefined)) return { kind: 'malformed' }
  const query = readQuery(url)
  if (!query) return { kind: 'bad-query' }
  return { kind: 'data', datastore: found.name, isNamed: found.isNamed, steps, query }
}

/** The `module:path` below the data root, or undefined elsewhere. */
export function resourceOf(url: string): string | undefined {
  return dataPath(pathOf(url))?.rest || undefined
}

export function pathOf(url: string): string {
  return url.split('?')[0] ?? ''
}

function dataPath(path: string) {
  const found = datastores.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
  const isNamed = path.startsWith(`${root}ds/`)
  return found && { name: found.name, isNamed, rest: path.slice(found.prefix.length + 1) }
}

function readStep(part: string): Step | undefined {
  const [, module, name, written] =
    /^(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)(?:=([^:'[\]]*))?$/.exec(part) ?? []
  if (name === undefined) return undefined
  if (written === undefined) return { module, name, keys: undefined }
  const keys = decode(written)
  return keys && { module, name, keys }
}

function decode(keys: string): readonly string[] | undefined {
  try {
    return keys.split(',').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** Undefined for a parameter, or a value, that a real device refuses. */
function readQuery(url: string): Query | undefined {
  const [, text = ''] = url.split('?')
  const parts = text === '' ? [] : text.split('&').map(readParameter)
  return parts.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined
}

function readParameter(part: string): Query | undefined {
  const fixed = fixedParameters[part]
  if (fixed) return fixed
  const [name, value = ''] = part.split('=')
  if (name === 'depth' && /^[1-9]\d{0,4}$/.test(value)) return { depth: Number(value) }
  return name === 'fields' && value !== '' ? { fields: decodeURIComponent(value) } : undefined
}

const fixedParameters: Readonly<Record<string, Query>> = {
  'depth=unbounded': {},
  'content=all': {},
  'content=config': { content: 'config' },
  'content=nonconfig': { content: 'nonconfig' },
  'with-defaults=explicit': {},
  'with-defaults=trim': { withDefaults: 'trim' },
  'with-defaults=report-all': { withDefaults: 'report-all' },
  'with-defaults=report-all-tagged': { withDefaults: 'report-all-tagged' },
}
