import type { IconName } from '../assets.ts'
import type {
  DataCompareView,
  DataOperationView,
  DataPageView,
  DataPlaceView,
  DataSearchView,
  DataStateView,
  DataTopView,
} from './data-views.ts'
import type { Frame } from './frame.ts'
import type { InterfaceFactsView, InterfaceNeighboursView, InterfaceTableView } from './interface-views.ts'

/** Which data each view is drawn from. The view `login` is the template `login.html`. */
export interface ViewData {
  login: LoginView
  message: MessageView
  layout: LayoutView
  page: PageView
  sessions: SessionsView
  about: AboutView
  'fragment-page': FragmentPageView
  'device-name': DeviceNameView
  'overview-facts': OverviewFactsView
  'interface-table': InterfaceTableView
  'interface-facts': InterfaceFactsView
  'interface-neighbours': InterfaceNeighboursView
  'fragment-problem': FragmentProblemView
  'data-page': DataPageView
  'data-place': DataPlaceView
  'data-compare': DataCompareView
  'data-top': DataTopView
  'data-operation': DataOperationView
  'data-state': DataStateView
  'data-search-page': DataSearchView
  'data-results': DataSearchView
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

/** The frame around a page, made from the session alone. */
export interface LayoutView extends Frame {
  readonly CsrfToken: string
  readonly username: string
  readonly title: string
  readonly consoleUrl: string | undefined
  readonly networkBrowserUrl: string | undefined
  /** The device's name, if it is already known. */
  readonly deviceName: string | undefined
  /** Where to ask for it; undefined when it is known, or a fragment of the page brings it. */
  readonly deviceNameHref: string | undefined
  /** What an operator has declared for features that this session has. */
  readonly shortcuts: readonly ShortcutLink[]
  readonly idleChoices: readonly IdleChoice[]
  readonly menu: readonly MenuSection[]
  /** What a browser without script loads by itself, and when, as `0; url=/data?view=whole`; undefined for nothing. */
  readonly reload: string | undefined
  /** Trusted HTML, made by another view. */
  readonly body: string
}

/** A link to another application. */
export interface ShortcutLink {
  readonly title: string
  readonly icon: IconName
  readonly href: string
}

/** How long the user may leave the session idle. */
export interface IdleChoice {
  /** 0 is the server's own limit. */
  readonly seconds: number
  readonly label: string
  readonly isChosen: boolean
}

/** One heading of the menu. It holds only what the session may see. */
export interface MenuSection {
  readonly title: string
  readonly groups: readonly MenuGroup[]
}

export interface MenuGroup {
  readonly title: string
  readonly entries: readonly MenuEntry[]
}

export interface MenuEntry {
  readonly title: string
  readonly href: string
  readonly icon: IconName
  readonly current: boolean
  readonly newTab: boolean
}

/** A page that consists of fragments. */
export interface PageView extends Frame {
  readonly title: string
  /** The address that was asked for before the login; undefined when there is none to offer. */
  readonly wanted: string | undefined
  readonly fragments: readonly PendingFragment[]
}

/** Where a fragment will stand. Without script it is a link to the same content as a whole page. */
export interface PendingFragment {
  readonly href: string
  readonly label: string
  readonly refreshSeconds?: number
  /** Loaded when the reader asks for it, not with the page. */
  readonly isOnDemand?: boolean
}

/** The user's sessions. */
export interface SessionsView extends Frame {
  readonly CsrfToken: string
  readonly title: string
  readonly rows: readonly SessionRow[]
}

export interface SessionRow {
  readonly id: string
  /** True for the session that asks. */
  readonly isCurrent: boolean
  /** In ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastSeenAt: string
  /** Unless it is used. */
  readonly endsAt: string
  readonly address: string
  readonly browser: string
}

/** Which version this is, and what it is made of. */
export interface AboutView extends Frame {
  readonly title: string
  readonly version: string
  readonly runtime: string
  readonly parts: readonly ShippedPart[]
}

/** Third-party software inside the service, and its licence. */
export interface ShippedPart {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** One fragment as a whole page, for a browser without script. */
export interface FragmentPageView extends Frame {
  readonly title: string
  /** Trusted HTML, made by another view. */
  readonly body: string
}

/** Why a fragment has nothing to show. */
export interface FragmentProblemView extends Frame {
  readonly kind: 'denied' | 'absent' | 'refused' | 'slow' | 'dead' | 'malformed' | 'large'
  /** The device's own words, printable and cut; empty when it gave none. */
  readonly says: string
  /** Where the same fragment can be asked for again. */
  readonly retryHref: string
}

export interface DeviceNameView extends Frame {
  readonly name: string | undefined
}

/** What the device reports about itself; what it does not report is undefined and not shown. */
export interface OverviewFactsView extends Frame {
  readonly hostname: string | undefined
  readonly contact: string | undefined
  readonly location: string | undefined
  readonly osName: string | undefined
  readonly osVersion: string | undefined
  readonly machine: string | undefined
  /** In milliseconds. */
  readonly uptime: number | undefined
  /** Moments in ISO 8601, on the device's own clock. */
  readonly clock: string | undefined
  readonly bootTime: string | undefined
  readonly memory: MemoryUse | undefined
  readonly load: readonly LoadAverage[]
}

/** In bytes. */
export interface MemoryUse {
  readonly used: bigint
  readonly available: bigint
  readonly total: bigint
  /** The part in use, 0 to 1. */
  readonly usedShare: number
}

export interface LoadAverage {
  readonly minutes: number
  readonly load: number
}
