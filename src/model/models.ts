import { createHash } from 'node:crypto'
import type { AlreadyRead } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import type { Log } from '../log.ts'
import { type DeviceLibrary, libraryOf } from './device-library.ts'
import type { Load, LoadParts } from './load.ts'
import type { ModelReader, ModelState, NoModel } from './model-state.ts'

export interface ModelsOptions {
  readonly log: Log
  readonly folder: string | undefined
  /** `device` names this device among those whose models are kept in the same folder. */
  readonly cache: { readonly folder: string; readonly device: string } | undefined
  /** The delay after a login, so that the first page's reads go first. */
  readonly delayMs?: number
  readonly now?: () => number
}

const DELAY_MS = 500
const RETRY_AFTER_MS = 10_000
/** Models kept: for the device before and after an upgrade, and for users with different rights. */
const MAX_LOADS = 4
const MAX_USERS = 20_000

/** A session's library: its key, or why there is none. */
type Known =
  | { readonly kind: 'library'; readonly key: string }
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly because: NoModel; readonly at: number }

/**
 * The device's model, read after a login in the background as the user who logged in, once for all users who may read
 * the same library. A user who may not read it is never shown another's.
 */
export class Models {
  readonly #options: ModelsOptions
  readonly #loads = new Map<string, Load>()
  readonly #users = new Map<string, Known>()
  readonly #now: () => number
  #abilities: 'unknown' | 'asked' = 'unknown'
  readonly #closing = new AbortController()

  constructor(options: ModelsOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** Starts reading the model for a user who has just logged in, from what the login has read. */
  begin(reader: ModelReader, read: AlreadyRead): void {
    this.#know(reader, { kind: 'reading' })
    setTimeout(() => void this.#learn(reader, read), this.#options.delayMs ?? DELAY_MS).unref()
  }

  /** The state of the model for this user. Never waits; starts reading if that has not happened or has failed. */
  stateFor(reader: ModelReader): ModelState {
    const known = this.#users.get(reader.id)
    if (known?.kind === 'reading') return { kind: 'reading', done: 0, total: 0 }
    if (known?.kind === 'none' && !this.#isWorthRetrying(known))
      return { kind: 'none', because: known.because }
    const load = known?.kind === 'library' ? this.#loads.get(known.key) : undefined
    if (load) {
      load.joinLater(reader)
      return load.state
    }
    this.#know(reader, { kind: 'reading' })
    void this.#learn(reader, new Map())
    return { kind: 'reading', done: 0, total: 0 }
  }

  close(): void {
    this.#closing.abort()
  }

  #isWorthRetrying({ because, at }: Extract<Known, { kind: 'none' }>): boolean {
    return because === 'failed' && this.#now() - at > RETRY_AFTER_MS
  }

  #know({ id }: ModelReader, known: Known): void {
    this.#users.delete(id)
    this.#users.set(id, known)
    const [oldest] = this.#users.keys()
    if (oldest !== undefined && this.#users.size > MAX_USERS) this.#users.delete(oldest)
  }

  async #learn(reader: ModelReader, read: AlreadyRead): Promise<void> {
    if (this.#closing.signal.aborted) return
    try {
      const library = await libraryOf(reader, read)
      this.#learnAbilities(reader)
      if (!library) return this.#know(reader, { kind: 'none', because: 'no-library', at: this.#now() })
      const load = await this.#loadOf(library, reader)
      this.#know(reader, { kind: 'library', key: library.key })
      load.join(reader)
    } catch (error) {
      if (!(error instanceof DeviceError)) this.#options.log.error('model.failed', { error })
      this.#know(reader, { kind: 'none', because: 'failed', at: this.#now() })
    }
  }

  /** Once for each device: which query parameters it understands does not depend on the user. */
  #learnAbilities(reader: ModelReader): void {
    if (this.#abilities === 'asked') return
    this.#abilities = 'asked'
    reader.learnAbilities().catch(() => {
      this.#abilities = 'unknown'
    })
  }

  /** Imported with the first load: the start and logins do not need the compiler. */
  async #loadOf(library: DeviceLibrary, reader: ModelReader): Promise<Load> {
    const { Load } = await import('./load.ts')
    const known = this.#loads.get(library.key)
    const isKept = known && !known.isWorthRepeatingFor(reader)
    const denied = known && { denied: known.denied }
    const load = isKept ? known : new Load(library, { ...this.#partsFor(library), ...denied })
    this.#loads.delete(library.key)
    this.#loads.set(library.key, load)
    const [oldest] = this.#loads.keys()
    if (oldest !== undefined && this.#loads.size > MAX_LOADS) this.#loads.delete(oldest)
    return load
  }

  #partsFor({ key }: DeviceLibrary): LoadParts {
    const { log, folder, cache } = this.#options
    const parts = { log, folder, now: this.#now, signal: this.#closing.signal }
    if (!cache) return { ...parts, cache }
    const own = createHash('sha256').update(`${cache.device}\n${key}`).digest('hex')
    return { ...parts, cache: { folder: cache.folder, key: own } }
  }
}
