import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

const isDark = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor === 'rgb(14, 21, 27)')

test('a person chooses dark before login, keeps what they typed, and finds it dark inside too', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByLabel('Username').fill('admin')
  const kept = page.waitForResponse('**/preferences')
  await page.getByRole('button', { name: 'Dark' }).click()
  await kept

  expect(await isDark(page)).toBe(true)
  await expect(page.getByLabel('Username')).toHaveValue('admin')
  await page.getByLabel('Password', { exact: true }).fill('admin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  expect(await isDark(page)).toBe(true)
})

test('a person chooses light in the user menu, and finds it light the next time', async ({
  page,
  context,
}) => {
  await openLoggedIn(page)
  await page.getByLabel('User menu').click()
  const kept = page.waitForResponse('**/preferences')
  await page.getByRole('button', { name: 'Dark' }).click()
  await kept
  expect(await isDark(page)).toBe(true)
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-current', 'true')

  const next = await context.newPage()
  await next.goto('/interfaces')
  expect(await isDark(next)).toBe(true)
})

test.describe('a person whose system is dark', () => {
  test.use({ colorScheme: 'dark' })

  test('finds the pages dark, until they choose otherwise', async ({ page }) => {
    await openLoggedIn(page)
    expect(await isDark(page)).toBe(true)

    await page.getByLabel('User menu').click()
    await page.getByRole('button', { name: 'Light' }).click()
    expect(await isDark(page)).toBe(false)
  })
})
