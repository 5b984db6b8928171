import { putCrates } from './crates.ts'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'
import { findOverflow } from './measures/layout.ts'

const interfaces = '/data/ietf-interfaces:interfaces'

test('finds the MTU of e1 without knowing YANG', async ({ page }) => {
  await openLoggedIn(page, '/data')
  await page.goto('/interfaces')
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
  await openLoggedIn(page, '/data/ietf-routing:routing/control-plane-protocols/control-plane-protocol')
  await page.getByRole('link', { name: 'static' }).click()
  await page.getByRole('link', { name: '198.18.0.0/15' }).click()
  await expect(page).toHaveTitle(/^route 198\.18\.0\.0\/15/)

  const colleague = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await openLoggedIn(colleague, page.url(), 'guest')
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('route 198.18.0.0/15')
  await expect(colleague.getByRole('main')).toContainText('blackhole')
  expect(colleague.url()).toBe(page.url())
  await colleague.context().close()
})

test('reads a table of ten thousand entries on a phone', async ({ page, device }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await putCrates(device, 10_000)
  await openLoggedIn(page, '/data/harbour:harbour/register/crate')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('10,000 entries')
  await expect(page.locator('tbody tr')).toHaveCount(100)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.locator('tbody tr').first()).toContainText('101')
  expect(await findOverflow(page)).toEqual([])

  await page.getByRole('searchbox', { name: 'Filter' }).fill('Trader 82')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('120 of 10,000 entries')
  await page.getByRole('link', { name: '83', exact: true }).click()
  await expect(page).toHaveTitle(/^crate 83/)
  expect(await findOverflow(page)).toEqual([])
})

test('reads what an operation does, which is no data', async ({ page, device }) => {
  await openLoggedIn(page, '/data/harbour:harbour/berth')
  await page.getByText('Operations and notifications (1)').click()
  const { length: asked } = await device.readJournal()
  await page.getByRole('link', { name: 'cast-off' }).click()
  await expect(page).toHaveTitle(/^cast-off/)
  await expect(page.getByRole('main')).toContainText('This is an operation')
  await expect(page.getByRole('main')).toContainText('Sends the ship away.')
  await page.getByTitle('About in-a-hurry').click()
  await expect(page.getByText('default: false')).toBeVisible()
  expect(await device.readJournal()).toHaveLength(asked)
})

test('tells a default from what was set', async ({ page }) => {
  await openLoggedIn(page, '/data/ietf-system:system/dns-resolver/options')
  const value = (name: string) =>
    page
      .locator('.data-fields > div')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .locator('dd .value')
  await expect(value('attempts')).toHaveText('2 default')
  await expect(value('timeout')).toHaveText('3 seconds')
})

test('goes back to where one was', async ({ page }) => {
  await openLoggedIn(page, '/data')
  await page.locator('.data-module a', { hasText: 'interfaces' }).first().click()
  await expect(page.locator('.data-section').first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/data')
  await expect(page.locator('.data-module').first()).toBeVisible()
})

test('as the limited user, sees what the account may see, and where it may not', async ({ page }) => {
  await openLoggedIn(page, '/data/ietf-system:system', 'guest')
  await expect(page.locator('.problem')).toBeVisible()
  await expect(page.getByRole('link', { name: 'system-state' })).toBeVisible()
  await page.getByRole('link', { name: 'system-state' }).click()
  await expect(page.getByRole('main')).toContainText('os-name')

  await page.getByLabel('Search all data').fill('hostname')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.locator('.data-hits a').first().click()
  await expect(page.locator('.problem')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('quay-7')
})

// Of the languages it has the longest words; `npm run quality` looks at all of them.
test.describe('320 pixels wide in German', () => {
  test.use({ locale: 'de', viewport: { width: 320, height: 640 } })

  test('nothing sticks out of the page', async ({ page }) => {
    await openLoggedIn(page, '/data')
    const paths = ['/data', interfaces, `${interfaces}/interface`, '/data-search?q=mtu', '/interfaces/e1']
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('.fragment-wait')).toHaveCount(0)
      expect(await findOverflow(page), path).toEqual([])
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
      expect(await findOverflow(page), `${path}, right to left`).toEqual([])
    }
  })
})
