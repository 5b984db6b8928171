import { type PathStep, pathText, readSteps } from '../../data/paths/path-steps.ts'
import { type Place, pathOf, placeBelow, placesTo } from '../../data/paths/place.ts'
import type { DataNode } from '../../data/tree/data-node.ts'
import { textOf } from '../../data/values/value.ts'
import type { Session } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { DataBody } from '../views/data-views.ts'

/** A list entry that a session has seen. */
export interface SeenEntry {
  readonly place: Place
  /** Its keys, in lower case. */
  readonly keys: readonly string[]
}

/** An entry that was seen without a model. */
export interface SeenPath {
  readonly steps: readonly PathStep[]
  /** All names and keys of its path, in lower case. */
  readonly text: string
}

const MAX_SESSIONS = 200
const MAX_ENTRIES = 300
const MAX_KEY = 200
const MAX_PATH = 1_000
/** Entries noted from one answer. */
const MAX_LOOKED_AT = 2_000
const MAX_LEVEL = 4

interface OfSession {
  readonly record: { readonly key: string }
  readonly endsAt: number
  readonly entries: Map<string, SeenEntry>
  readonly paths: Map<string, SeenPath>
}

/** Which entries each session has read, for its own searches alone. The oldest are forgotten first. */
export class SeenEntries {
  readonly #seen = new Map<string, OfSession>()
  readonly #sessions: Pick<Sessions, 'now' | 'hasEnded'>

  constructor(sessions: Pick<Sessions, 'now' | 'hasEnded'>) {
    this.#sessions = sessions
  }

  of(session: Session): Iterable<SeenEntry> {
    return this.#seen.get(session.record.key)?.entries.values() ?? []
  }

  pathsOf(session: Session): Iterable<SeenPath> {
    return this.#seen.get(session.record.key)?.paths.values() ?? []
  }

  /** Notes the entries that a page without a model leads to, and the one that it shows. */
  addPaths(session: Session, shown: readonly PathStep[], body: DataBody): void {
    const { paths } = this.#open(session)
    for (const steps of [...linksIn(body), shown]) if (steps.at(-1)?.keys) notePath(paths, steps)
    while (paths.size > MAX_ENTRIES) forgetOldest(paths)
  }

  /** Notes the entries in an answer that a page shows. */
  add(session: Session, place: Place | undefined, data: DataNode): void {
    const { entries } = this.#open(session)
    let looked = 0
    for (const entry of entriesIn(place, data, 0)) {
      if (entry) note(entries, entry)
      if (++looked > MAX_LOOKED_AT) break
    }
    while (entries.size > MAX_ENTRIES) forgetOldest(entries)
  }

  #open({ record: { key }, endsAt }: Session): OfSession {
    this.#forgetEnded()
    const known = this.#seen.get(key) ?? { record: { key }, endsAt, entries: new Map(), paths: new Map() }
    this.#seen.delete(key)
    this.#seen.set(key, known)
    if (this.#seen.size > MAX_SESSIONS) forgetOldest(this.#seen)
    return known
  }

  #forgetEnded(): void {
    const now = this.#sessions.now()
    for (const [key, ofSession] of this.#seen)
      if (ofSession.endsAt <= now || this.#sessions.hasEnded(ofSession)) this.#seen.delete(key)
  }
}

/** The list entries with keys at the place and below it; undefined for other objects, which count as work. */
function* entriesIn(place: Place | undefined, data: DataNode, level: number): Generator<Place | undefined> {
  if (level > MAX_LEVEL) return
  if (data.kind === 'object') yield place && place.keys.length > 0 ? place : undefined
  for (const [at, inside] of insideOf(place, data)) yield* entriesIn(at, inside, level + 1)
}

function* insideOf(place: Place | undefined, data: DataNode): Generator<readonly [Place, DataNode]> {
  if (data.kind === 'object')
    for (const [child, inside] of data.children) yield [placeBelow(place, child), inside]
  if (data.kind !== 'list' || !place) return
  for (let index = 0; index < Math.min(data.size, MAX_ENTRIES); index++) {
    const entry = data.entry(index)
    const keys = entry.kind === 'object' ? entry.keys : undefined
    if (keys) yield [placeBelow(place.parent, place.node, keys), entry]
  }
}

function note(entries: Map<string, SeenEntry>, place: Place): void {
  // Looked at before the path is written: that of each entry would repeat the long keys of the lists around it.
  if (placesTo(place).some((at) => at.keys.some((key) => textOf(key).length > MAX_KEY))) return
  const keys = place.keys.map((key) => textOf(key).toLowerCase())
  const path = pathOf(place)
  if (path.length > MAX_PATH) return
  entries.delete(path)
  entries.set(path, { place, keys })
}

/** The entries that rows of tables lead to. */
function linksIn(body: DataBody): readonly (readonly PathStep[])[] {
  if (body.kind === 'plain') return []
  if (body.kind === 'object') return body.sections.flatMap((section) => linksIn(section.body))
  return body.table.rows.flatMap(({ href }) => {
    const read = readSteps(href?.replace(/^\/data|\?.*$/g, '') ?? '')
    return read.kind === 'steps' ? [read.steps] : []
  })
}

function notePath(paths: Map<string, SeenPath>, steps: readonly PathStep[]): void {
  const words = steps.flatMap(({ name, keys = [] }) => [name, ...keys])
  if (words.some((word) => word.length > MAX_KEY)) return
  const path = pathText(steps)
  if (path.length > MAX_PATH) return
  paths.delete(path)
  paths.set(path, { steps, text: words.join(' ').toLowerCase() })
}

function forgetOldest(kept: Map<string, unknown>): void {
  const [oldest] = kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
}
