import type { Model } from '../yang/model.ts'
import { factoryConfig } from './data/config.ts'
import { harbourNow } from './data/harbour.ts'
import { interfaceConfig, interfaces } from './data/interfaces.ts'
import { lldp, routes } from './data/network.ts'
import { systemState } from './data/system-state.ts'
import { isObject, type Json, type JsonObject, member } from './json.ts'
import { fullLibrary, type Library, libraryResources } from './self-description.ts'
import type { DatastoreName } from './target.ts'
import { merge, nest, withEmptyContainers, without } from './tree.ts'

/** Everything the device knows: its configuration, and a state that moves with the clock. */
export class Datastore {
  /** The content of the YANG library; may be changed while the device runs. */
  library: Library
  /** How many crates lie in the harbour's sheds: a list of any length. */
  crates = 12
  readonly #unpacked: Library
  readonly #clock: () => Date
  readonly #bootedAt: Date
  #config = factoryConfig
  #startup = factoryConfig
  readonly #removed = new Set<string>()

  constructor(clock: () => Date = () => new Date(), library = fullLibrary) {
    this.library = library
    this.#unpacked = library
    this.#clock = clock
    this.#bootedAt = new Date(clock().getTime() - uptimeAtStartMs)
  }

  /** With a model, adds the empty containers that a real device always lists. */
  read(datastore: DatastoreName, model?: Model): JsonObject {
    const tree = this.#tree(datastore)
    const filled = model ? withEmptyContainers(tree, model) : tree
    const isThere = (name: string) =>
      !this.#removed.has(name) && (datastore === 'operational' || Object.hasOwn(tree, name))
    return Object.fromEntries(Object.entries(filled).filter(([name]) => isThere(name)))
  }

  /** Sets the data at `module:path`: configuration, state, or data that no model describes. */
  set(resource: string, value: Json): void {
    const change = nest(resource.split('/'), value)
    if (!isObject(change)) throw new TypeError(`"${resource}" names no node of the datastore`)
    this.unset(resource)
    this.merge(change)
  }

  merge(change: JsonObject): void {
    this.#config = merge(this.#config, change)
  }

  /** Deletes configuration; containers that the device always has stay, empty. */
  unset(resource: string): void {
    const left = without(this.#config, resource.split('/'))
    if (isObject(left)) this.#config = left
  }

  /** Removes a whole top-level resource, as on a device that has no data for it. */
  remove(resource: string): void {
    this.#removed.add(resource)
  }

  switchConsole(on: boolean): void {
    this.set('infix-services:web/console/enabled', on)
  }

  switchNetworkBrowser(on: boolean): void {
    this.set('infix-services:web/netbrowse/enabled', on)
  }

  reset(): void {
    this.#config = factoryConfig
    this.#startup = factoryConfig
    this.library = this.#unpacked
    this.crates = 12
    this.#removed.clear()
  }

  #tree(datastore: DatastoreName): JsonObject {
    if (datastore === 'operational') return this.#operational()
    const config = datastore === 'running' ? this.#config : this.#startup
    return { ...config, 'ietf-interfaces:interfaces': interfaceConfig() }
  }

  #knows(module: string): boolean {
    return this.library.modules?.some(({ name }) => name === module) ?? true
  }

  #operational(): JsonObject {
    const now = this.#clock()
    const seconds = (now.getTime() - this.#bootedAt.getTime()) / 1000
    const live: JsonObject = {
      'ietf-system:system-state': systemState(now, this.#bootedAt),
      'ietf-interfaces:interfaces': interfaces(seconds),
      'ieee802-dot1ab-lldp:lldp': lldp,
      'ietf-routing:routing': routes,
      ...(this.#knows('ietf-restconf-monitoring') ? restconfState : {}),
      ...libraryResources(this.library),
    }
    const tree = merge(live, this.#config)
    const harbour = member(tree, 'harbour:harbour')
    if (!isObject(harbour)) return tree
    return { ...tree, 'harbour:harbour': harbourNow(harbour, this.crates, now) }
  }
}

/** 12 days, 4 hours and 7 minutes: an uptime worth looking at. */
const uptimeAtStartMs = ((12 * 24 + 4) * 60 + 7) * 60_000

const restconfState: JsonObject = {
  'ietf-restconf-monitoring:restconf-state': {
    capabilities: {
      capability: [
        'urn:ietf:params:restconf:capability:defaults:1.0?basic-mode=explicit',
        'urn:ietf:params:restconf:capability:depth:1.0',
        'urn:ietf:params:restconf:capability:with-defaults:1.0',
        'urn:ietf:params:restconf:capability:fields:1.0',
      ],
    },
  },
}
