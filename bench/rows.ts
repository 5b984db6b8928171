import type { Row } from './row.ts'
import { loginPage, sessionPage } from './rows/pages.ts'

/** In the order of the table. */
export const rows: readonly Row[] = [loginPage, sessionPage]
