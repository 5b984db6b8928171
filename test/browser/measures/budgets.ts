import type { Page } from '@playwright/test'
import { openLoggedIn } from '../log-in.ts'
import { measureTransfer, type Transfer } from './transfer.ts'

/** What a page may cost a browser that has nothing in its cache. */
export interface Budget {
  readonly page: string
  readonly kib: number
  readonly requests: number
  readonly measure: (page: Page) => Promise<Transfer>
}

export const budgets: readonly Budget[] = [
  {
    page: 'login',
    kib: 20,
    requests: 5,
    measure: (page) => measureTransfer(page, '/login'),
  },
  {
    page: 'overview',
    kib: 60,
    requests: 12,
    async measure(page) {
      await openLoggedIn(page)
      return measureTransfer(page, '/')
    },
  },
]
