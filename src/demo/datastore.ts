import { alwaysThere, factoryConfig } from './data/config.ts'
import { interfaceConfig, interfaces } from './data/interfaces.ts'
import { systemState } from './data/system-state.ts'
import { fullLibrary, type Library, libraryResources } from './data/yang-library.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { Schema } from './restconf/schema.ts'
import type { DatastoreName } from './restconf/target.ts'
import { merge, nest, without } from './restconf/tree.ts'

/** Everything the device knows: its configuration, and a state that moves with the clock. */
export class Datastore {
  readonly schema: Schema
  /** What the YANG library tells; may be changed while the device runs. */
  library: Library = fullLibrary
  readonly #clock: () => Date
  readonly #bootedAt: Date
  #config = factoryConfig
  readonly #removed = new Set<string>()

  constructor(clock: () => Date = () => new Date()) {
    this.#clock = clock
    this.#bootedAt = new Date(clock().getTime() - uptimeAtStartMs)
    this.schema = new Schema({
      ...this.read('operational'),
      ...libraryResources({ ...fullLibrary, form: 'both' }),
      // known to the device, but nothing to tell
      'ietf-hardware:hardware': {},
      'infix-containers:containers': {},
    })
  }

  read(datastore: DatastoreName): JsonObject {
    const tree = datastore === 'running' ? this.#running() : this.#operational()
    return Object.fromEntries(Object.entries(tree).filter(([name]) => !this.#removed.has(name)))
  }

  /** Sets what lies at `module:path`, be it configuration, state, or of a module unknown until now. */
  set(resource: string, value: Json): void {
    const change = nest(resource.split('/'), value)
    if (!isObject(change)) throw new TypeError(`"${resource}" names no node of the datastore`)
    this.unset(resource)
    this.merge(change)
    this.schema.learn(change)
  }

  merge(change: JsonObject): void {
    this.#config = merge(this.#config, change)
  }

  /** Takes configuration away; what the device always has stays, empty. */
  unset(resource: string): void {
    const left = without(this.#config, resource.split('/'))
    if (isObject(left)) this.#config = left
  }

  /** Takes a whole top-level resource away, as on a device that has no data for it. */
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
    this.library = fullLibrary
    this.#removed.clear()
  }

  #running(): JsonObject {
    return { ...this.#config, 'ietf-interfaces:interfaces': interfaceConfig() }
  }

  #operational(): JsonObject {
    const now = this.#clock()
    const seconds = (now.getTime() - this.#bootedAt.getTime()) / 1000
    const live: JsonObject = {
      'ietf-system:system-state': systemState(now, this.#bootedAt),
      'ietf-interfaces:interfaces': interfaces(seconds),
      ...libraryResources(this.library),
    }
    return merge(merge(live, this.#config), alwaysThere)
  }
}

/** 12 days, 4 hours and 7 minutes: an uptime worth looking at. */
const uptimeAtStartMs = ((12 * 24 + 4) * 60 + 7) * 60_000
