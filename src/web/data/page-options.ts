import { type Place, pathOf } from '../../data/paths/place.ts'
import type { Model } from '../../yang/model.ts'
import type { Language } from '../texts/languages.ts'

/** How a page of data is drawn. */
export interface PageOptions {
  readonly language: Language
  /** True when the reader asked for secrets. */
  readonly showsSecrets: boolean
  /** What goes behind each link, such as the datastore that is looked at. */
  readonly query: string
  readonly room: PageRoom
}

/** How a page of data is drawn that a model describes. */
export interface PlaceOptions extends PageOptions {
  readonly model: Model
}

/** The address of a place's page. */
export function hrefTo(place: Place | undefined, { query }: Pick<PageOptions, 'query'>): string {
  return `/data${pathOf(place)}${query}`
}

/** Far more than real devices fill, and drawn in some hundredths of a second. */
const MAX_ITEMS = 1_500
const MAX_CHARACTERS = 400_000

/** How much one page of data shows. What has no room is counted and left out: a hostile device, or its model, may have anything. */
export class PageRoom {
  #items = MAX_ITEMS
  #characters = MAX_CHARACTERS

  /** False when there is no room for so many more. */
  take(items: number): boolean {
    if (this.#items < items) return false
    this.#items -= items
    return true
  }

  /** How much of so many characters there is room for. */
  takeCharacters(wanted: number): number {
    const taken = Math.min(wanted, this.#characters)
    this.#characters -= taken
    return taken
  }

  /** The text as far as there is room, and no longer than this. */
  cut(text: string, max: number): string {
    const taken = this.takeCharacters(Math.min(text.length, max))
    return text.length > taken ? `${text.slice(0, taken)}…` : text
  }
}
