import type { JsonObject } from '../json.ts'

/** What the device says it implements: the optional features, and in which form of library. */
export interface Library {
  readonly features: readonly string[]
  /** RFC 8525, the older RFC 7895, or both. */
  readonly form: 'yang-library' | 'modules-state' | 'both'
}

export const fullLibrary: Library = {
  features: ['vlan-filtering', 'containers', 'wifi'],
  form: 'yang-library',
}

/** The library resources, by name. */
export function libraryResources({ features, form }: Library): JsonObject {
  const modules = implemented.map((module) => describe(module, features))
  return {
    ...(form === 'modules-state' ? {} : { 'ietf-yang-library:yang-library': rfc8525(modules) }),
    ...(form === 'yang-library' ? {} : { 'ietf-yang-library:modules-state': rfc7895(modules) }),
  }
}

interface Module {
  readonly name: string
  readonly revision: string
  readonly namespace: string
  readonly features?: readonly string[]
}

const ietf = (name: string, revision: string, features: readonly string[] = []): Module => ({
  name,
  revision,
  namespace: `urn:ietf:params:xml:ns:yang:${name}`,
  features,
})
const infix = (name: string, revision: string): Module => ({
  name,
  revision,
  namespace: `urn:infix:${name.slice('infix-'.length)}:ns:yang:1.0`,
})

const implemented: readonly Module[] = [
  ietf('ietf-datastores', '2018-02-14'),
  ietf('ietf-netconf-acm', '2018-02-14'),
  ietf('ietf-restconf', '2017-01-26'),
  ietf('ietf-yang-library', '2019-01-04'),
  ietf('ietf-interfaces', '2018-02-20', ['if-mib']),
  ietf('ietf-ip', '2018-02-22', ['ipv6-privacy-autoconf']),
  ietf('ietf-system', '2014-08-06', ['authentication', 'local-users', 'timezone-name']),
  ietf('ietf-hardware', '2018-03-13', ['hardware-state']),
  infix('infix-if-type', '2026-01-07'),
  infix('infix-interfaces', '2026-06-11'),
  infix('infix-services', '2026-06-17'),
  infix('infix-system', '2026-06-17'),
]

function describe(
  { name, revision, namespace, features = [] }: Module,
  optional: readonly string[],
): JsonObject {
  const feature = name === 'infix-interfaces' ? optional : features
  return { name, revision, namespace, ...(feature.length === 0 ? {} : { feature }) }
}

function rfc8525(modules: readonly JsonObject[]): JsonObject {
  return {
    'module-set': [{ name: 'complete', module: modules }],
    schema: [{ name: 'complete', 'module-set': ['complete'] }],
    datastore: ['running', 'candidate', 'startup', 'operational'].map((name) => ({
      name: `ietf-datastores:${name}`,
      schema: 'complete',
    })),
    'content-id': '0x7d3a51c2',
  }
}

function rfc7895(modules: readonly JsonObject[]): JsonObject {
  const module = modules.map((described) => ({ ...described, 'conformance-type': 'implement' }))
  return { 'module-set-id': '0x7d3a51c2', module }
}
