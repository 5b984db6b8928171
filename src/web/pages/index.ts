import { deviceName } from './device-name.ts'
import { interfaces } from './interfaces.ts'
import { overview } from './overview.ts'
import type { Fragment, Page } from './page.ts'

/** The pages, in the order of the menu. */
export const pages: readonly Page[] = [overview, interfaces]

/** What stands in the shell of every page and comes from the device. */
export const shellFragments: readonly Fragment[] = [deviceName]
