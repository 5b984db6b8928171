import type { ModuleQuery } from '../../src/device/device.ts'
import { DeviceError, type DeviceErrorKind } from '../../src/device/device-error.ts'
import { silentLog } from '../../src/log.ts'
import type { DeviceLibrary } from '../../src/model/device-library.ts'
import { readLibrary } from '../../src/model/device-library.ts'
import type { ModelReader } from '../../src/model/model-state.ts'
import { fakeUser } from './fake-user.ts'

const REVISION = '2026-01-01'

/** A module with one leaf, as text. */
export function moduleText(name: string, revision = REVISION): string {
  return `module ${name} { namespace "urn:${name}"; prefix p; revision ${revision}; leaf ${name}-leaf { type string; } }`
}

export function libraryBody(names: readonly string[], more: (name: string) => object = () => ({})): unknown {
  const module = names.map((name) => ({ name, revision: REVISION, namespace: `urn:${name}`, ...more(name) }))
  return { 'ietf-yang-library:yang-library': { 'module-set': [{ name: 'all', module }] } }
}

export function libraryOf(names: readonly string[], more?: (name: string) => object): DeviceLibrary {
  const library = readLibrary(libraryBody(names, more))
  if (!library) throw new TypeError('a library of no modules')
  return library
}

/** A user who fetches texts from a function. Remembers each query, and how many were under way at once. */
export function fakeReader(answer: (query: ModuleQuery) => string | Promise<string>, id = 'session-1') {
  const asked: ModuleQuery[] = []
  const counts = { underWay: 0, most: 0, abilities: 0, reads: 0 }
  const body = { library: undefined as unknown }
  const reader: ModelReader = {
    ...fakeUser(async () => {
      counts.reads++
      if (body.library === undefined) throw failing('absent', 'status-404')
      return body.library
    }),
    id,
    async moduleText(query) {
      asked.push(query)
      counts.underWay++
      counts.most = Math.max(counts.most, counts.underWay)
      try {
        await Promise.resolve()
        return await answer(query)
      } finally {
        counts.underWay--
      }
    },
    async learnAbilities() {
      counts.abilities++
    },
  }
  return { reader, asked, counts, body }
}

export const failing = (kind: DeviceErrorKind, code: string) => new DeviceError(kind, code)

/** Serves every module beside the root, as rousette does. */
export function servedInFolder(query: ModuleQuery): string {
  if (query.from !== 'folder') throw failing('absent', 'status-404')
  return moduleText(query.name)
}

export const loadParts = {
  log: silentLog,
  folder: undefined,
  cache: undefined,
  now: () => 0,
  signal: new AbortController().signal,
}
