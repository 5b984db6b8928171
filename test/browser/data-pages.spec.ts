import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { logInTo } from './model-login.ts'

const interfaces = '/data/ietf-interfaces:interfaces'

test('finds the MTU of e1 without knowing YANG', async ({ page }) => {
  await logInTo(page, '/interfaces')
  await page.getByRole('link', { name: 'e1', exact: true }).click()
  await expect(page).toHaveTitle(/^e1/)
  await expect(page.getByText('MTU (IPv6)')).toBeVisible()

  await page.getByRole('link', { name: 'All data of this interface' }).click()
  await expect(page).toHaveTitle(/^interface e1/)
  await page.getByLabel('Search all data').fill('mtu e1')
  await page.locator('.data-found').getByRole('link', { name: 'mtu' }).first().click()
  await expect(page).toHaveURL(/interface=e1\/ietf-ip:ipv[46]\/mtu$/)
  await expect(page.locator('.data-fields')).toContainText('1,500')
})

test('sends a colleague a link to one route', async ({ page, browser, baseURL }) => {
  await logInTo(page, interfaces)
  await page.locator('.data-section a', { hasText: 'e10' }).first().click()
  await expect(page).toHaveTitle(/e10/)
  const link = page.url()

  const colleague = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await logInTo(colleague, link, 'guest')
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('interface e10')
  await expect(colleague.locator('.data-fields').first()).toContainText('Uplink to the harbour office')
  await colleague.context().close()
})

test('reads by keyboard alone', async ({ page }) => {
  await logInTo(page, interfaces)
  await page.locator('#data-search').focus()
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
  await expect(page.locator('.data-hits a').first()).toBeVisible()
})

test('goes back to where one was', async ({ page }) => {
  await logInTo(page, '/data')
  await page.locator('.data-module a', { hasText: 'interfaces' }).first().click()
  await expect(page.locator('.data-section').first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/data')
  await expect(page.locator('.data-module').first()).toBeVisible()
})

test('as the limited user, what is not for this account says so', async ({ page }) => {
  await logInTo(page, '/data/ietf-system:system', 'guest')
  await expect(page.locator('.problem')).toBeVisible()
  await expect(page.locator('.data-tree')).toBeVisible()
  await expect(page.getByLabel('Search all data')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('uses all of it', async ({ page }) => {
    await logInTo(page, '/data')
    await page.getByLabel('Search all data').fill('mtu')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/data-search?q=mtu')
    await page.locator('.data-hits a').first().click()
    await expect(page.locator('.data-table, .data-fields').first()).toBeVisible()
    await page.goto('/interfaces/e1')
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page.getByRole('main')).toContainText('MTU')
  })
})

for (const locale of ['en', 'de', 'sv']) {
  test.describe(`320 pixels wide in ${locale}`, () => {
    test.use({ locale, viewport: { width: 320, height: 640 } })

    test('nothing sticks out of the page', async ({ page }) => {
      await logInTo(page, '/data')
      for (const path of [
        '/data',
        interfaces,
        `${interfaces}/interface`,
        '/data-search?q=mtu',
        '/interfaces/e1',
      ]) {
        await page.goto(path)
        await expect(page.locator('.fragment-wait')).toHaveCount(0)
        expect(await overflow(page), path).toBe(0)
        await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
        expect(await overflow(page), `${path}, right to left`).toBe(0)
      }
    })
  })
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
