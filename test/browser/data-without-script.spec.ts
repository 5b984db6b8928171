import { putCrates } from './crates.ts'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

test.use({ javaScriptEnabled: false })

const harbour = '/data/harbour:harbour'

test('without script, finds a place by the tree, by search and by links', async ({ page }) => {
  await openLoggedIn(page, '/data')
  await page.getByLabel('Search all data').fill('mtu')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/data-search?q=mtu')
  await page.locator('.data-hits a').first().click()
  await expect(page.locator('.data-table, .data-fields').first()).toBeVisible()

  await page.locator('.data-tree').getByRole('link', { name: 'harbour' }).click()
  await expect(page.locator('.data-fields').first()).toContainText('Old Harbour')
  await page.locator('.data-tree li summary').first().click()
  await expect(page.locator('.data-tree').getByRole('link', { name: 'berth' })).toBeHidden()
  await page.goto('/interfaces/e1')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('main')).toContainText('MTU')
})

test('without script, filters a table and turns its pages', async ({ page, device }) => {
  await putCrates(device, 250)
  await openLoggedIn(page, `${harbour}/register/crate`)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.locator('tbody tr').first()).toContainText('101')
  await page.getByRole('searchbox', { name: 'Filter' }).fill('Trader 7')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.locator('tbody tr').first()).toContainText('Trader 7')
})

test('without script, asks for hidden values, compares, and copies by hand', async ({ page }) => {
  await openLoggedIn(page, harbour)
  await expect(page.getByRole('main')).not.toContainText('4711-quay')
  await page.getByRole('link', { name: 'Show hidden values' }).click()
  await expect(page.getByRole('main')).toContainText('4711-quay')
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('There is no difference.')
  await page.getByText('Copy and download').click()
  await expect(page.getByLabel('curl')).toHaveValue(/^curl -u 'admin' .*harbour:harbour'$/)
  await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download JSON' }).click()
  expect((await download).url()).toContain('view=json')
})

test('without script, the choice to keep a page fresh is a link, and the page loads itself again', async ({
  page,
}) => {
  await openLoggedIn(page, `${harbour}/tide`)
  await page.getByRole('link', { name: '5 s', exact: true }).click()
  await expect(page).toHaveURL(/fresh=5/)
  await expect(page.locator('.data-fresh [aria-current]')).toHaveText('5 s')
  await expect(page.locator('.data-table')).toBeVisible()
  await expect(page).toHaveURL(/fresh=5&view=again/)
  await expect(page.locator('.data-table')).toBeVisible()
  await page.getByRole('link', { name: 'off', exact: true }).click()
  await expect(page).toHaveURL(/tide\?view=whole$/)
})

test('without script and without a model, reads the plain JSON', async ({ page, device }) => {
  const library = ['yang-library', 'modules-state'].map((name) => `ietf-yang-library:${name}`)
  const fault = { kind: 'status', status: 404 }
  await device.setFaults(library.map((resource) => ({ fault, on: { resource, username: 'guest' } })))
  await openLoggedIn(page, `${harbour}/berth`, 'guest')
  await expect(page.getByText('The device describes no model to your account')).toBeVisible()
  await expect(page.locator('.data-table')).toContainText('The deep one')
})
