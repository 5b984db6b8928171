import type { Page } from '@playwright/test'
import { putCrates } from './crates.ts'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

const interfaces = '/data/ietf-interfaces:interfaces'

test('by keyboard alone, searches and opens what was found', async ({ page }) => {
  await openLoggedIn(page, interfaces)
  await tabTo(page, '#data-search')
  const answered = page.waitForResponse('**/data-search?q=duplex')
  await page.keyboard.type('duplex')
  await answered
  await expect(page.locator('.data-hits a').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.data-hits a').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('#data-search')).toBeFocused()
  await expect(page.locator('.data-hits')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/data-search?q=duplex')
  await skipToContent(page)
  await tabTo(page, '.data-hits a')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^[^?]*\/data\//)
})

test('by keyboard alone, goes down the tree and folds it', async ({ page }) => {
  await openLoggedIn(page, interfaces)
  await tabTo(page, '.data-tree a[aria-current]')
  await page.keyboard.press('Tab')
  const fold = page.locator('.data-tree li summary').first()
  await expect(fold).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.data-tree li details li').first()).toBeHidden()
  await page.keyboard.press('Enter')
  await tabTo(page, `.data-tree a[href="${interfaces}/interface"]`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${interfaces}/interface`)
})

test('by keyboard alone, filters a table, turns its pages and opens an entry', async ({ page, device }) => {
  await putCrates(device, 250)
  await openLoggedIn(page, '/data/harbour:harbour/register/crate')
  await page.locator('.data-pages').waitFor()
  await tabTo(page, '.data-pages [rel="next"]', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await page.locator('#filter').waitFor()
  await skipToContent(page)
  await tabTo(page, '#filter')
  await page.keyboard.type('Trader 7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/filter=Trader/)
  await page.locator('.data-table').waitFor()
  await skipToContent(page)
  await tabTo(page, '.data-table a')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/crate=8$/)
})

test('by keyboard alone, reads what the model says and sets datastores beside each other', async ({
  page,
}) => {
  await openLoggedIn(page, `${interfaces}/interface=e1`)
  await page.locator('.data-fields').first().waitFor()
  await skipToContent(page)
  await tabTo(page, '.data-fields .data-info summary')
  await page.keyboard.press('Enter')
  await expect(page.locator('.data-fields .data-info ul').first()).toBeVisible()
  await skipToContent(page)
  await tabTo(page, '.data-choice a[href$="from=compare"]')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/difference/)
})

/** By the first link of every page. */
async function skipToContent(page: Page): Promise<void> {
  await tabTo(page, '.skip')
  await page.keyboard.press('Enter')
}

/** Presses Tab until the first element of these has the focus, as a person does who cannot point. */
async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  const wanted = page.locator(selector).first()
  await wanted.waitFor()
  for (let presses = 0; presses < 120; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${selector} cannot be reached with Tab`)
}
