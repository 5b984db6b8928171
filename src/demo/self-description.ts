import { createHash } from 'node:crypto'
import type { Model } from '../yang/model.ts'
import { type Answer, dataAnswer, errorAnswer } from './answer.ts'
import { type Json, type JsonObject, member } from './json.ts'
import { ownModules, type ServedModule } from './modules.ts'

/** What the device says it implements. */
export interface Library {
  /** The features of infix-interfaces that the device was built with. */
  readonly features: readonly string[]
  /** RFC 8525, the older RFC 7895, or both. */
  readonly form: 'yang-library' | 'modules-state' | 'both'
  /** Modules to serve instead of the demo's own, such as those of a real device. */
  readonly modules?: readonly ServedModule[]
  /** The address that the library gives for a module's text. */
  readonly location?: (module: { readonly name: string; readonly revision: string }) => string
  /** The library's content-id; by default it is computed from the modules. */
  readonly contentId?: string
}

export const fullLibrary: Library = {
  features: ['vlan-filtering', 'containers', 'wifi'],
  form: 'yang-library',
}

/** As clixon reports it: every module is implemented, RESTCONF's own is missing, and the content-id is always 0. */
export const clixonLibrary: Library = {
  ...fullLibrary,
  modules: ownModules
    .filter(({ name }) => name !== 'ietf-restconf-monitoring')
    .map((module) => ({ ...module, isImplemented: true })),
  contentId: '0',
}

/** The model of the demo's own data, compiled once, when it is first needed. */
export async function ownModel(): Promise<Model> {
  compiled ??= compileOwn()
  return await compiled
}

let compiled: Promise<Model> | undefined

async function compileOwn(): Promise<Model> {
  const { compileModel } = await import('../yang/compile.ts')
  const texts = ownModules.flatMap((module) => [module, ...module.submodules])
  return compileModel({ texts, library: { modules: ownModules } })
}

/** The library resources, by name. */
export function libraryResources(library: Library): JsonObject {
  const { form } = library
  return {
    ...(form === 'modules-state' ? {} : { 'ietf-yang-library:yang-library': rfc8525(library) }),
    ...(form === 'yang-library' ? {} : { 'ietf-yang-library:modules-state': rfc7895(library) }),
  }
}

/** The text for a request to `/yang/NAME@REVISION.yang`. */
export function folderAnswer(path: string, library: Library): Answer {
  const [, name = '', revision = ''] = /^\/yang\/([^@/]+)@([^/]+?)(?:\.yang)?$/.exec(decodeURI(path)) ?? []
  const found = findText(library, name, revision)
  if (!found) return { status: 404, mediaType: 'text/plain', body: 'YANG schema not found' }
  return { status: 200, mediaType: 'application/yang', body: found }
}

/** The answer to `ietf-netconf-monitoring:get-schema`. */
export function getSchemaAnswer(body: Json | undefined, library: Library): Answer {
  const input = member(body, 'ietf-netconf-monitoring:input')
  const [name, version] = [member(input, 'identifier'), member(input, 'version')]
  const text = findText(library, String(name), version === undefined ? undefined : String(version))
  if (text === undefined)
    return errorAnswer(400, 'operation-failed', `No schema matching: ${String(name)}`, 'application')
  return dataAnswer({ 'ietf-netconf-monitoring:output': { data: text } })
}

function findText(library: Library, name: string, revision: string | undefined): string | undefined {
  const all = modulesOf(library).flatMap((module) => [module, ...module.submodules])
  return all.find((each) => each.name === name && (revision === undefined || each.revision === revision))
    ?.text
}

function modulesOf({ features, modules }: Library): readonly ServedModule[] {
  if (modules) return modules
  return ownModules.map((module) => (module.name === 'infix-interfaces' ? { ...module, features } : module))
}

function rfc8525(library: Library): JsonObject {
  const all = modulesOf(library)
  const described = (module: ServedModule) => ({
    ...describe(module, library, 'location'),
    ...some('deviation', module.deviations),
  })
  const module = all.filter(({ isImplemented }) => isImplemented).map(described)
  const importOnly = all
    .filter(({ isImplemented }) => !isImplemented)
    .map((each) => describe(each, library, 'location'))
  return {
    'module-set': [{ name: 'complete', module, ...some('import-only-module', importOnly) }],
    schema: [{ name: 'complete', 'module-set': ['complete'] }],
    datastore: ['running', 'candidate', 'startup', 'operational'].map((name) => ({
      name: `ietf-datastores:${name}`,
      schema: 'complete',
    })),
    'content-id': contentId(library),
  }
}

function rfc7895(library: Library): JsonObject {
  const module = modulesOf(library).map((each) => ({
    ...describe(each, library, 'schema'),
    'conformance-type': each.isImplemented ? 'implement' : 'import',
  }))
  return { 'module-set-id': contentId(library), module }
}

function describe(
  { name, revision, namespace, features, submodules }: ServedModule,
  { location }: Library,
  urlLeaf: 'location' | 'schema',
): JsonObject {
  const url = (module: { name: string; revision: string }) => {
    if (!location) return {}
    return { [urlLeaf]: urlLeaf === 'location' ? [location(module)] : location(module) }
  }
  const parts = submodules.map((part) => ({
    name: part.name,
    revision: part.revision,
    ...url(part),
  }))
  return {
    name,
    revision,
    ...url({ name, revision }),
    namespace,
    ...some('feature', features),
    ...some('submodule', parts),
  }
}

function some(name: string, list: readonly Json[]): JsonObject {
  return list.length === 0 ? {} : { [name]: list }
}

function contentId(library: Library): string {
  if (library.contentId !== undefined) return library.contentId
  const content = modulesOf(library).map(({ name, revision, features }) => [name, revision, features])
  return `0x${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 8)}`
}
