import type { Page } from '@playwright/test'
import { logInTo } from './model-login.ts'
import type { Scene } from './scenes.ts'

const interfaces = '/data/ietf-interfaces:interfaces'

/** The pages that show the device by its own model. */
export const dataScenes: readonly Scene[] = [
  { name: 'data', open: (page) => open(page, '/data', '.data-module') },
  { name: 'data-place', open: (page) => open(page, `${interfaces}/interface=e1`, '.data-fields') },
  { name: 'data-list', open: (page) => open(page, `${interfaces}/interface`, '.data-table') },
  {
    name: 'data-search',
    async open(page) {
      await open(page, interfaces, '.data-section')
      await page.locator('#data-search').fill('mtu')
      await page.locator('.data-hits').waitFor()
    },
  },
  { name: 'data-results', open: (page) => open(page, '/data-search?q=duplex', '.data-hits') },
  { name: 'interface', open: (page) => open(page, '/interfaces/e1', '.card .traffic') },
]

async function open(page: Page, path: string, waitFor: string): Promise<void> {
  await logInTo(page, path)
  await page.locator(waitFor).first().waitFor()
  await page.locator('.brand-name', { hasText: 'quay-7' }).waitFor()
}
