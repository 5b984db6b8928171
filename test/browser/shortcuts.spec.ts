import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

const consoleUrl = 'https://127.0.0.1:7681/'
const networkBrowserUrl = 'https://network.local/'

test('each shortcut opens a tab of its own, which has no access to ours', async ({ page, context }) => {
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'elsewhere' }))
  await openLoggedIn(page)

  await expectNewTab(context, inTopBar(page, 'Console'), consoleUrl)
  await expectNewTab(context, inTopBar(page, 'Network Browser'), networkBrowserUrl)
  await expectNewTab(context, inMenu(page, 'Network Browser'), networkBrowserUrl)
  await expect(page).toHaveURL('/')
})

async function expectNewTab(context: BrowserContext, link: Locator, url: string): Promise<void> {
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  const opened = context.waitForEvent('page')
  await link.click()
  const tab = await opened
  await tab.waitForURL(url)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  expect(await tab.evaluate(() => document.referrer)).toBe('')
  await tab.close()
}

function inTopBar(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('link', { name })
}

function inMenu(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name })
}
