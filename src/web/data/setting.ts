import { type Place, pathOf } from '../../data/paths/place.ts'
import type { Model } from '../../yang/model.ts'
import type { Language } from '../texts/languages.ts'
import type { PageRoom } from './page-room.ts'

/** What drawing places and their values takes, the same for a whole page. */
export interface PlaceSetting {
  readonly model: Model
  readonly language: Language
  /** True when the reader asked for secrets. */
  readonly showsSecrets: boolean
  /** What goes behind each link, such as the datastore that is looked at. */
  readonly query: string
  readonly room: PageRoom
}

/** The address of a place's page. */
export function hrefTo(place: Place | undefined, { query }: Pick<PlaceSetting, 'query'>): string {
  return `/data${pathOf(place)}${query}`
}
