import type { DeviceUser, ModuleName, ModuleQuery } from '../device/device.ts'
import { DeviceError } from '../device/device-error.ts'
import { textKey } from './model-folder.ts'
import { headOf } from './text-head.ts'

/** A module, or a part of one, and where the library says that its text is. */
export interface WantedText extends ModuleName {
  readonly locations: readonly string[]
}

export type FetchedText =
  | { readonly kind: 'text'; readonly text: string }
  /** The text is left out; `because` is a code that says why. `isDenied`: another user may be given it. */
  | { readonly kind: 'missing'; readonly because: string; readonly isDenied?: boolean }
  /** The device could not be asked, or not by this user. */
  | { readonly kind: 'unanswered'; readonly error: DeviceError }

type Way = ModuleQuery['from']

const NOT_SERVED = 'not-served'

/** After so many modules without a text in any place, the device counts as serving none. */
const MAX_FRUITLESS = 3

/** Reads module texts from the places where devices serve them. The place that had the last one is tried first. */
export class DeviceTexts {
  #best: Way | undefined
  #fruitless = 0

  /** True when the device had none of the texts that were requested. */
  get servesNone(): boolean {
    return this.#best === undefined && this.#fruitless >= MAX_FRUITLESS
  }

  async fetch(wanted: WantedText, user: DeviceUser): Promise<FetchedText> {
    let because: string | undefined
    let isDenied = false
    if (this.servesNone) return { kind: 'missing', because: NOT_SERVED }
    for (const query of this.#queries(wanted)) {
      const fetched = await fetchBy(query, wanted, user)
      if (fetched.kind === 'unanswered') return fetched
      if (fetched.kind === 'text') {
        this.#best = query.from
        return fetched
      }
      if (fetched.because !== 'status-404') because ??= fetched.because
      if (fetched.isDenied) isDenied = true
    }
    if (this.#best === undefined) this.#fruitless++
    return { kind: 'missing', because: because ?? NOT_SERVED, isDenied }
  }

  #queries({ name, revision, locations }: WantedText): readonly ModuleQuery[] {
    const all: readonly ModuleQuery[] = [
      ...locations.map((url) => ({ from: 'location', url }) as const),
      { from: 'folder', name, revision },
      { from: 'get-schema', name, revision },
    ]
    return all.toSorted((one, other) => Number(other.from === this.#best) - Number(one.from === this.#best))
  }
}

async function fetchBy(query: ModuleQuery, wanted: ModuleName, user: DeviceUser): Promise<FetchedText> {
  try {
    const text = await user.moduleText(query)
    return await checked(text, wanted)
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    if (error.isUnreachable || error.kind === 'rejected') return { kind: 'unanswered', error }
    return { kind: 'missing', because: error.code, isDenied: error.kind === 'denied' }
  }
}

/** The text itself says which module and revision it is. */
async function checked(text: string, wanted: ModuleName): Promise<FetchedText> {
  const head = await headOf(text)
  if (!head) return { kind: 'missing', because: 'no-module' }
  if (head.name !== wanted.name) return { kind: 'missing', because: 'wrong-module' }
  if (textKey(head) !== textKey(wanted)) return { kind: 'missing', because: 'wrong-revision' }
  return { kind: 'text', text }
}
