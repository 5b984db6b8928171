import { type Place, pathOf } from '../../data/paths/place.ts'
import type { ValueSetting } from './value-view.ts'

/** What drawing a place takes, the same for a whole page. */
export interface PlaceSetting extends ValueSetting {
  /** What goes behind each link, such as the datastore that is looked at. */
  readonly query: string
}

/** The address of a place's page. */
export function hrefTo(place: Place | undefined, { query }: Pick<PlaceSetting, 'query'>): string {
  return `/data${pathOf(place)}${query}`
}
