/** What a request line points at. */
export type Target =
  | { readonly kind: 'data'; readonly datastore: DatastoreName; readonly steps: readonly Step[] }
  | { readonly kind: 'root' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unknown' }

export type DatastoreName = 'operational' | 'running'

/** One part of a resource path: `interface=e1` is the entry `e1` of the list `interface`. */
export interface Step {
  readonly name: string
  readonly key?: string
}

const root = '/restconf/'
const datastores: readonly { readonly prefix: string; readonly name: DatastoreName }[] = [
  { prefix: `${root}data`, name: 'operational' },
  { prefix: `${root}ds/ietf-datastores:operational`, name: 'operational' },
  { prefix: `${root}ds/ietf-datastores:running`, name: 'running' },
]

export function readTarget(url: string): Target {
  const path = pathOf(url)
  if (path === root) return { kind: 'root' }
  if (path.endsWith('/') || /%3a/i.test(path)) return { kind: 'malformed' }
  const found = dataPath(path)
  if (!found) return { kind: 'unknown' }
  const steps = found.rest === '' ? [] : found.rest.split('/').map(readStep)
  if (!steps.every((step) => step !== undefined)) return { kind: 'malformed' }
  return { kind: 'data', datastore: found.name, steps: steps.map(withoutRepeatedModule) }
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
  return found && { name: found.name, rest: path.slice(found.prefix.length + 1) }
}

function readStep(part: string): Step | undefined {
  const match = /^((?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*)(?:=(.+))?$/.exec(part)
  const [, name, key] = match ?? []
  if (name === undefined) return undefined
  if (key === undefined) return { name }
  const decoded = decode(key)
  return decoded === undefined ? undefined : { name, key: decoded }
}

function decode(key: string): string | undefined {
  try {
    return decodeURIComponent(key)
  } catch {
    return undefined
  }
}

/** Below a module's container its own nodes may be named with or without the module; data has them without. */
function withoutRepeatedModule(step: Step, index: number, steps: readonly Step[]): Step {
  const module = steps[0]?.name.split(':')[0]
  return index > 0 && step.name.startsWith(`${module}:`)
    ? { ...step, name: step.name.slice(step.name.indexOf(':') + 1) }
    : step
}
