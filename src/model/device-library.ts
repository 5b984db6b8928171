import { createHash } from 'node:crypto'
import { isObject, listOf, valueAt } from '../data/json-path.ts'
import type { AlreadyRead, Datastore, DeviceUser, ModuleName } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import type { LibraryModule } from '../yang/library.ts'

/** RFC 8525. */
export const LIBRARY = 'ietf-yang-library:yang-library'
/** RFC 7895: the library of a device from before 2019. */
export const OLD_LIBRARY = 'ietf-yang-library:modules-state'

/** What a device says it runs, and in which datastores. */
export interface DeviceLibrary {
  readonly modules: readonly DeviceModule[]
  /** Those that pages can show. */
  readonly datastores: readonly Datastore[]
  /** A hash: equal for libraries of equal content. The device's content-id is not used, because a real one is always "0". */
  readonly key: string
  /** Modules that the device names beyond the limit. */
  readonly leftOut: readonly ModuleName[]
}

export interface DeviceModule extends LibraryModule {
  /** Where the device says that the text is. */
  readonly locations: readonly string[]
  readonly submodules: readonly DeviceSubmodule[]
}

interface DeviceSubmodule extends ModuleName {
  readonly locations: readonly string[]
}

const MAX_TEXTS = 2_000
const MAX_FEATURES = 1_000
const MAX_LOCATIONS = 4
const MAX_SUBMODULES = 200
/** Entries read of each list in the answer; the rest is ignored. */
const MAX_ENTRIES = 3 * MAX_TEXTS

/** Taken from what the login has read, else from the device. Undefined when this user may not read it, or there is none. */
export async function libraryOf(user: DeviceUser, read: AlreadyRead): Promise<DeviceLibrary | undefined> {
  for (const resource of [LIBRARY, OLD_LIBRARY]) {
    const body = await bodyOf(resource, user, read)
    const library = body === undefined ? undefined : readLibrary(body)
    if (library) return library
  }
  return undefined
}

async function bodyOf(resource: string, user: DeviceUser, read: AlreadyRead): Promise<unknown> {
  try {
    if (!read.has(resource)) return await user.get(resource)
    const answer = read.get(resource)
    if (answer instanceof DeviceError) throw answer
    return answer
  } catch (error) {
    const isHidden = error instanceof DeviceError && ['absent', 'denied', 'refused'].includes(error.kind)
    if (isHidden) return undefined
    throw error
  }
}

/** Reads the answer to either form of the library. Undefined when it names no module. */
export function readLibrary(body: unknown): DeviceLibrary | undefined {
  const all = [...setsOf(body), ...oldModulesOf(body)]
  const byName = new Map<string, DeviceModule>()
  for (const module of all) {
    const known = byName.get(module.name)
    // An import-only module can be there in several revisions; the implemented one is what has data.
    if (!known || (module.isImplemented && !known.isImplemented)) byName.set(module.name, module)
  }
  const [modules, leftOut] = withinLimit([...byName.values()])
  if (modules.length === 0) return undefined
  return { modules, leftOut, datastores: datastoresOf(body), key: keyOf(modules) }
}

function setsOf(body: unknown): readonly DeviceModule[] {
  const library = valueAt(body, [LIBRARY])
  const names = setNamesOf(library)
  const sets = entriesAt(library, 'module-set')
  const chosen = sets.filter((set) => names.has(valueAt(set, ['name'])))
  return (chosen.length > 0 ? chosen : sets).flatMap((set) => [
    ...entriesAt(set, 'module').flatMap((entry) => readModule(entry, true)),
    ...entriesAt(set, 'import-only-module').flatMap((entry) => readModule(entry, false)),
  ])
}

/** The module sets of the operational datastore, if the device has different ones for its datastores. */
function setNamesOf(library: unknown): ReadonlySet<unknown> {
  const isOperational = (entry: unknown) => valueAt(entry, ['name']) === 'ietf-datastores:operational'
  const schemaName = valueAt(listOf(valueAt(library, ['datastore'])).find(isOperational), ['schema'])
  const schema = listOf(valueAt(library, ['schema'])).find(
    (entry) => schemaName !== undefined && valueAt(entry, ['name']) === schemaName,
  )
  return new Set(listOf(valueAt(schema, ['module-set'])))
}

function oldModulesOf(body: unknown): readonly DeviceModule[] {
  return entriesAt(valueAt(body, [OLD_LIBRARY]), 'module').flatMap((entry) =>
    readModule(entry, valueAt(entry, ['conformance-type']) !== 'import'),
  )
}

function entriesAt(data: unknown, name: string): readonly unknown[] {
  return listOf(valueAt(data, [name])).slice(0, MAX_ENTRIES)
}

function readModule(entry: unknown, isImplemented: boolean): readonly DeviceModule[] {
  const name = readName(entry)
  if (!name) return []
  const features = listOf(valueAt(entry, ['feature'])).filter((feature) => isIdentifier(feature))
  const submodules = entriesAt(entry, 'submodule').flatMap((part) => {
    const partName = readName(part)
    return partName ? [{ ...partName, locations: locationsOf(part) }] : []
  })
  return [
    {
      ...name,
      isImplemented,
      features: features.slice(0, MAX_FEATURES),
      submodules: submodules.slice(0, MAX_SUBMODULES),
      locations: locationsOf(entry),
    },
  ]
}

/** Names become parts of paths and file names, so anything that is not a YANG name is dropped. */
function readName(entry: unknown): ModuleName | undefined {
  if (!isObject(entry) || !isIdentifier(entry.name)) return undefined
  const { name, revision } = entry
  if (revision === undefined || revision === '') return { name, revision: undefined }
  return typeof revision === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(revision) ? { name, revision } : undefined
}

function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z_][\w.-]{0,199}$/.test(value)
}

function locationsOf(entry: unknown): readonly string[] {
  const urls = [...listOf(valueAt(entry, ['location'])), valueAt(entry, ['schema'])]
  return urls.flatMap((url) => (typeof url === 'string' ? url.slice(0, 2_000) : [])).slice(0, MAX_LOCATIONS)
}

/** Splits modules into those within the limit on texts, submodules included, and the others. */
function withinLimit(modules: readonly DeviceModule[]): [DeviceModule[], DeviceModule[]] {
  let room = MAX_TEXTS
  const kept: DeviceModule[] = []
  const leftOut: DeviceModule[] = []
  for (const module of modules) {
    const texts = 1 + module.submodules.length
    if (texts > room) leftOut.push(module)
    else kept.push(module)
    if (texts <= room) room -= texts
  }
  return [kept, leftOut.slice(0, MAX_TEXTS)]
}

const shown: readonly Datastore[] = ['operational', 'running', 'startup']

function datastoresOf(body: unknown): readonly Datastore[] {
  const names = new Set(
    listOf(valueAt(body, [LIBRARY, 'datastore'])).map((entry) => valueAt(entry, ['name'])),
  )
  return shown.filter((name) => names.has(`ietf-datastores:${name}`))
}

function keyOf(modules: readonly DeviceModule[]): string {
  const content = modules
    .map(({ name, revision, isImplemented, features, submodules }) => [
      name,
      revision ?? '',
      isImplemented,
      features.toSorted(),
      submodules.map((part) => `${part.name}@${part.revision ?? ''}`).sort(),
    ])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
