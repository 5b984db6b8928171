import { type Place, pathOf, placesTo } from '../../data/paths/place.ts'
import { textOf } from '../../data/values/value.ts'
import type { Model } from '../../yang/model.ts'
import type { Language } from '../texts/languages.ts'
import { showInvisible } from './invisible.ts'

/** How a page of data is drawn. */
export interface PageOptions {
  readonly language: Language
  /** True when the reader asked for secrets. */
  readonly showsSecrets: boolean
  /** The query string of each link, such as the datastore that is shown. */
  readonly query: string
  readonly room: PageRoom
}

/** How a page is drawn when a model describes its data. */
export interface PlaceOptions extends PageOptions {
  readonly model: Model
}

/** The address of a place's page. */
export function hrefTo(place: Place | undefined, { query }: Pick<PageOptions, 'query'>): string {
  return `/data${pathOf(place)}${query}`
}

/** The keys of an entry as people read them. */
export function keysText({ keys }: Place): string {
  return keys.map((key) => showInvisible(textOf(key))).join(', ')
}

/** A request with a longer path would be refused. */
export const MAX_PATH = 8_000

/** The same, where there is a page: what is inside an entry without keys has none. */
export function addressOf(place: Place, options: Pick<PageOptions, 'query'>): string | undefined {
  const href = hrefTo(place, options)
  return hasPath(place) && href.length <= MAX_PATH ? href : undefined
}

/** No path leads past a list without naming one of its entries. */
export function hasPath({ parent }: Place): boolean {
  return placesTo(parent).every(({ node, keys }) => node.kind !== 'list' || keys.length > 0)
}

/** Far more than real devices fill, and drawn in some hundredths of a second. */
const MAX_ITEMS = 1_500
const MAX_CHARACTERS = 400_000

/** How much one page may show. The rest is counted and left out, because a hostile device or model may have any amount. */
export class PageRoom {
  #items = MAX_ITEMS
  #characters = MAX_CHARACTERS

  /** Takes room for some items; false when there is not enough. */
  take(items: number): boolean {
    if (this.#items < items) return false
    this.#items -= items
    return true
  }

  /** Takes room for characters; returns for how many of them there was room. */
  takeCharacters(wanted: number): number {
    const taken = Math.min(wanted, this.#characters)
    this.#characters -= taken
    return taken
  }

  /** The text with invisible characters spelled out, cut to the room that is left and to `max`. */
  cut(text: string, max: number): string {
    const shown = showInvisible(text.slice(0, max + 1))
    const taken = this.takeCharacters(Math.min(shown.length, max))
    return shown.length > taken ? `${shown.slice(0, taken)}…` : shown
  }
}
