import type { Context } from 'hono'
import type { Place } from '../../data/paths/place.ts'
import type { KnownModel, ModelState } from '../../model/model-state.ts'
import type { DeviceAccess } from '../../session/device-access.ts'
import type { Session } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { Cookies } from '../cookies.ts'
import type { Layout } from '../pages/layout.ts'
import type { Renderer } from '../renderer.ts'
import type { Scope } from '../scope.ts'
import { type Address, queryOf } from './address.ts'
import { PageRoom, type PlaceOptions } from './page-options.ts'
import type { SeenEntries } from './seen-entries.ts'

export interface DataParts {
  readonly access: DeviceAccess
  readonly renderer: Renderer
  readonly layout: Layout
  readonly sessions: Sessions
  readonly cookies: Cookies
  /** What a session's searches find besides the model. */
  readonly seen: SeenEntries
  /** The state of the device's model for this user. */
  readonly modelOf: (session: Session) => ModelState
}

/** A request for a place, once its session is known. */
export interface Asked {
  readonly c: Context<Scope>
  readonly session: Session
  readonly address: Address
}

export interface AskedWithModel extends Asked {
  readonly known: KnownModel
}

export interface AskedForPlace extends AskedWithModel {
  readonly place: Place
}

export function optionsFor({ renderer }: DataParts, { c, known, address }: AskedWithModel): PlaceOptions {
  return {
    model: known.model,
    language: renderer.languageFor(c),
    showsSecrets: address.showsSecrets,
    query: queryOf(address),
    room: new PageRoom(),
  }
}
