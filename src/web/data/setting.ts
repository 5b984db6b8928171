import { type Place, pathOf } from '../../data/paths/place.ts'
import type { ValueSetting } from './value-view.ts'

/** What drawing a place takes, the same for a whole page. */
export type PlaceSetting = ValueSetting

/** The address of a place's page. */
export function hrefTo(place: Place | undefined, { query }: Pick<PlaceSetting, 'query'>): string {
  return `/data${pathOf(place)}${query}`
}
