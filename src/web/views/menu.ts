import type { IconName } from '../assets/icons.ts'

/** One heading of the menu, already gated: what the session may not see is not in it. */
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
