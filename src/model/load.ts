import { matchesPattern } from '../data/patterns/pattern.ts'
import type { DeviceError } from '../device/device-error.ts'
import type { Log } from '../log.ts'
import { compileModelInSlices } from '../yang/compile.ts'
import type { DeviceLibrary } from './device-library.ts'
import { DeviceTexts, type WantedText } from './device-texts.ts'
import { ModelCache } from './model-cache.ts'
import { readFolder, someOf, textKey } from './model-folder.ts'
import type { KnownModel, MissingModule, ModelReader, ModelState } from './model-state.ts'

export interface LoadParts {
  readonly log: Log
  /** The operator's own texts, which are preferred to the device's. */
  readonly folder: string | undefined
  /** Where texts are kept across restarts, and the name of this device there. */
  readonly cache: { readonly folder: string; readonly key: string } | undefined
  readonly now: () => number
  /** Names of users to whom the device denied a text of this library. */
  readonly denied?: Set<string>
  /** Aborts when the service stops. */
  readonly signal: AbortSignal
}

/** Two of the four calls that a session may have under way: the others are for its pages. */
const MAX_AT_ONCE = 2
/** After so many unanswered calls in a row, the device is not asked for a while. */
const MAX_UNANSWERED = 3
const MAX_TOTAL_LENGTH = 64 * 1024 * 1024
const RETRY_AFTER_MS = 10_000
const REPEAT_AFTER_MS = 10 * 60_000

/** The loading of one library into a model, for all users who may read that library. */
export class Load {
  readonly #library: DeviceLibrary
  readonly #parts: LoadParts
  readonly #readers = new Map<string, ModelReader>()
  readonly denied: Set<string>
  #deviceTexts = new DeviceTexts()
  readonly #texts = new Map<string, string>()
  readonly #missing: MissingModule[]
  /** What is still to be fetched. */
  readonly #wanted: WantedText[]
  readonly #total: number
  readonly #startedAt = performance.now()
  #room = MAX_TOTAL_LENGTH
  /** Calls in a row that the device did not answer. */
  readonly #unanswered: { readonly module: WantedText; readonly because: string }[] = []
  /** Modules left out because the device did not answer; they are tried again later. */
  #lost = 0
  /** True when something was left out because the device denied it to all who were there to ask as. */
  #lacksDenied = false
  #hasAnswered = false
  readonly #origins = { folder: 0, cache: 0, device: 0 }
  #working: Promise<void> | undefined
  #result: ModelState | undefined
  #endedAt: number | undefined

  constructor(library: DeviceLibrary, parts: LoadParts) {
    this.#library = library
    this.#parts = parts
    this.denied = parts.denied ?? new Set()
    this.#wanted = library.modules.flatMap((module) => [module, ...module.submodules])
    this.#total = this.#wanted.length
    this.#missing = library.leftOut.map(({ name, revision }) => ({ name, revision, because: 'over-limit' }))
  }

  get state(): ModelState {
    if (this.#result) return this.#result
    return this.#working ? { kind: 'reading', ...this.#progress } : { kind: 'none', because: 'failed' }
  }

  /** True when it lacks what the device did not answer for some time ago, or denied to others than this user. */
  isWorthRepeatingFor({ username }: ModelReader): boolean {
    if (this.#lacksDenied && !this.denied.has(username)) return true
    const { now } = this.#parts
    return this.#lost > 0 && this.#endedAt !== undefined && now() - this.#endedAt > REPEAT_AFTER_MS
  }

  /** How many texts came from where. */
  get origins(): Readonly<Record<'folder' | 'cache' | 'device', number>> {
    return this.#origins
  }

  /** The final state of the load. */
  async ended(): Promise<ModelState> {
    await this.#working
    return this.state
  }

  /** Lets the load fetch texts as this user, too, and resumes it. */
  join(reader: ModelReader): void {
    if (this.#result) return
    this.#readers.set(reader.id, reader)
    if (this.#working) return
    this.#wanted.push(...this.#unanswered.splice(0).map(({ module }) => module))
    this.#hasAnswered = false
    this.#working = this.#work().finally(() => {
      this.#working = undefined
      this.#endedAt = this.#parts.now()
    })
  }

  /** Like {@link join}, unless the device stopped answering a moment ago. */
  joinLater(reader: ModelReader): void {
    const isDue = this.#parts.now() - (this.#endedAt ?? Number.NEGATIVE_INFINITY) > RETRY_AFTER_MS
    if (this.#working || isDue) this.join(reader)
  }

  async #work(): Promise<void> {
    try {
      if (this.#texts.size === 0) await this.#readWhatIsHere()
      const fetched = new Map<string, string>()
      await Promise.all(Array.from({ length: MAX_AT_ONCE }, () => this.#fetchAll(fetched)))
      if (this.#isCutShort) return this.#tellOfInterruption()
      this.#leaveUnansweredOut()
      this.#result = await this.#finish()
      await this.#cache?.write(fetched)
    } catch (error) {
      if (this.#parts.signal.aborted) return
      this.#parts.log.error('model.failed', { error })
      this.#result = { kind: 'none', because: 'failed' }
    } finally {
      this.#readers.clear()
    }
  }

  get #cache(): ModelCache | undefined {
    const { cache, log } = this.#parts
    return cache && new ModelCache(cache.folder, cache.key, log)
  }

  get #progress() {
    const done = this.#texts.size + this.#missing.length - this.#library.leftOut.length
    return { done, total: this.#total }
  }

  /** True when the device stopped answering, or no user is left to ask as. */
  get #isCutShort(): boolean {
    const { length } = this.#unanswered
    return this.#wanted.length > 0 || length >= MAX_UNANSWERED || (length > 0 && !this.#hasAnswered)
  }

  #tellOfInterruption(): void {
    if (!this.#parts.signal.aborted) this.#parts.log.warn('model.interrupted', this.#progress)
  }

  /** What needs no device: the operator's folder first, then what was kept. */
  async #readWhatIsHere(): Promise<void> {
    const { folder, log } = this.#parts
    const own = folder === undefined ? undefined : await readFolder(folder, log)
    const kept = await this.#cache?.read()
    for (const module of this.#wanted.splice(0)) {
      const [mine, other] = [own?.get(textKey(module)), kept?.get(textKey(module))]
      if (mine !== undefined) this.#take(module, mine, 'folder')
      else if (other !== undefined) this.#take(module, other, 'cache')
      else this.#wanted.push(module)
    }
  }

  /** One call after another, until all texts are there, or no logged-in user is left to ask as. */
  async #fetchAll(fetched: Map<string, string>): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      const { module, reader } = next
      const answer = await this.#deviceTexts.fetch(module, reader)
      if (answer.kind === 'unanswered') {
        this.#postpone(module, reader, answer.error)
        continue
      }
      this.#hasAnswered = true
      this.#leaveUnansweredOut()
      if (answer.kind === 'missing' && answer.isDenied && this.#passOn(module, reader)) continue
      if (answer.kind === 'missing') this.#leaveOut(module, answer.because)
      else if (this.#take(module, answer.text, 'device')) fetched.set(textKey(module), answer.text)
    }
  }

  #next() {
    const [reader] = this.#readers.values()
    if (!reader || this.#unanswered.length >= MAX_UNANSWERED || this.#parts.signal.aborted) return undefined
    const module = this.#wanted.shift()
    return module && { module, reader }
  }

  /** A user whom the device rejects, or whose session is over, is asked for nothing more. */
  #postpone(module: WantedText, reader: ModelReader, error: DeviceError): void {
    if (error.kind === 'rejected') {
      this.#wanted.push(module)
      this.#readers.delete(reader.id)
    } else this.#unanswered.push({ module, because: error.code })
  }

  /** What one user may not read is asked for as the next one. False when there is none. */
  #passOn(module: WantedText, reader: ModelReader): boolean {
    this.denied.add(reader.username)
    const isAlone = this.#readers.keys().every((id) => id === reader.id)
    if (isAlone) this.#lacksDenied = true
    else {
      this.#readers.delete(reader.id)
      this.#wanted.push(module)
      this.#deviceTexts = new DeviceTexts()
    }
    return !isAlone
  }

  /** The device answers again, so the trouble was with these modules only. Their calls are not repeated. */
  #leaveUnansweredOut(): void {
    this.#lost += this.#unanswered.length
    for (const { module, because } of this.#unanswered.splice(0)) this.#leaveOut(module, because)
  }

  #take(module: WantedText, text: string, from: keyof Load['origins']): boolean {
    if (text.length > this.#room) {
      this.#leaveOut(module, 'over-limit')
      return false
    }
    this.#room -= text.length
    this.#texts.set(textKey(module), text)
    this.#origins[from]++
    return true
  }

  #leaveOut({ name, revision }: WantedText, because: string): void {
    this.#missing.push({ name, revision, because })
  }

  async #finish(): Promise<ModelState> {
    const { log } = this.#parts
    const isThere = this.#library.modules.some((module) => this.#texts.has(textKey(module)))
    if (!isThere) {
      log.info('model.without-sources', { modules: this.#library.modules.length })
      return { kind: 'none', because: 'no-sources' }
    }
    const known = await this.#compile()
    this.#texts.clear()
    const { modules, nodeCount, warnings } = known.model
    const ms = Math.round(performance.now() - this.#startedAt)
    log.info('model.read', { modules: modules.size, nodes: nodeCount, warnings: warnings.length, ms })
    if (known.missing.length > 0) log.warn('model.incomplete', { missing: someOf(known.missing) })
    return { kind: 'ready', known }
  }

  async #compile(): Promise<KnownModel> {
    const texts = [...this.#texts].map(([name, text]) => ({ name, text }))
    const { signal } = this.#parts
    const input = { texts, library: this.#library }
    const model = await compileModelInSlices(input, { matches: matchesPattern, signal })
    return { model, datastores: this.#library.datastores, missing: this.#missing }
  }
}
