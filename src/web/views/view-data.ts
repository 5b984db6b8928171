import type { ShippedPart } from '../about/shipped.ts'
import type { FragmentProblemView } from './fragment-problem.ts'
import type { Frame } from './frame.ts'
import type { IdleChoice } from './idle-choice.ts'
import type { InterfaceTableView } from './interface-table.ts'
import type { MenuSection } from './menu.ts'
import type { OverviewFactsView } from './overview-facts.ts'
import type { SessionRow } from './session-row.ts'

/** Which data each view is drawn from. The view `login` is the template `login.html`. */
export interface ViewData {
  login: LoginView
  message: MessageView
  layout: LayoutView
  overview: PageView
  interfaces: PageView
  sessions: SessionsView
  about: AboutView
  'fragment-page': FragmentPageView
  'device-name': DeviceNameView
  'overview-facts': OverviewFactsView
  'interface-table': InterfaceTableView
  'fragment-problem': FragmentProblemView
}

/** The specification's names, capitalised: a vendor's `login.html` says `it.Error`. */
export interface LoginView extends Frame {
  readonly Error: string
  readonly CsrfToken: string
  readonly Username: string
  readonly Notice: string
}

/** A whole page that says one thing: not found, not allowed, not now. */
export interface MessageView extends Frame {
  readonly CsrfToken: string
  readonly title: string
  readonly sentence: string
  readonly link: { readonly href: string; readonly label: string } | undefined
}

/** The shell around a page, made from the session alone. */
export interface LayoutView extends Frame {
  readonly CsrfToken: string
  readonly username: string
  readonly title: string
  readonly consoleUrl: string | undefined
  readonly networkBrowserUrl: string | undefined
  /** The fragment that tells the device's name. */
  readonly deviceNameHref: string
  readonly idleChoices: readonly IdleChoice[]
  readonly menu: readonly MenuSection[]
  readonly path: string
  /** Trusted HTML, made by another view. */
  readonly body: string
}

export interface PageView extends Frame {
  readonly title: string
  readonly fragments: readonly FragmentPlace[]
}

/** Where the user is signed in. */
export interface SessionsView extends Frame {
  readonly CsrfToken: string
  readonly title: string
  readonly rows: readonly SessionRow[]
}

/** Which version this is, and what it is made of. */
export interface AboutView extends Frame {
  readonly title: string
  readonly version: string
  readonly runtime: string
  readonly parts: readonly ShippedPart[]
}

/** Where a fragment will stand. Without script it is a link to the same content as a whole page. */
export interface FragmentPlace {
  readonly href: string
  readonly label: string
  readonly refreshSeconds?: number
}

/** One fragment as a whole page, for a browser without script. */
export interface FragmentPageView extends Frame {
  readonly title: string
  /** Trusted HTML, made by another view. */
  readonly body: string
}

export interface DeviceNameView extends Frame {
  readonly name: string | undefined
}
