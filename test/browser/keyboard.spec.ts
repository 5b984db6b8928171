import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

test('a person without a mouse logs in, reads, and logs out', async ({ page }) => {
  await page.goto('/login')
  await page.keyboard.type('admin')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('admin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto('/')
  const interfaces = page.getByRole('link', { name: 'Interfaces', exact: true })
  await tabTo(page, interfaces)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/interfaces')
  await expect(page).toHaveTitle(/^Interfaces/)
  await expect(interfaces).toHaveAttribute('aria-current', 'page')

  await tabTo(page, page.getByLabel('User menu'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.locator('.user-panel').getByRole('button', { name: 'Log out' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('Escape closes the user menu and leaves the focus on it', async ({ page }) => {
  await openLoggedIn(page)
  const menu = page.getByLabel('User menu')
  await menu.click()
  await tabTo(page, page.getByRole('link', { name: 'Your sessions' }))
  await page.keyboard.press('Escape')

  await expect(page.getByRole('link', { name: 'Your sessions' })).toBeHidden()
  await expect(menu).toBeFocused()
})

test('the user menu closes when the focus moves on', async ({ page }) => {
  await openLoggedIn(page)
  await page.getByLabel('User menu').click()
  await tabTo(page, page.locator('.user-panel').getByRole('button', { name: 'Log out' }))
  await page.keyboard.press('Tab')

  await expect(page.locator('.user-panel')).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 } })

  test('the menu opens over the page and closes again, by keyboard too', async ({ page }) => {
    await openLoggedIn(page)
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    const interfaces = page.getByRole('link', { name: 'Interfaces', exact: true })
    await expect(interfaces).toBeHidden()

    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(interfaces).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(interfaces).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await interfaces.click()
    await expect(page).toHaveURL('/interfaces')
    await expect(interfaces).toBeHidden()
  })
})

/** Presses Tab until the focus is there, and sees to it that one can see where it is all the way. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab')
    const width = await page.evaluate(() => {
      const focused = document.activeElement
      return focused === null || focused === document.body
        ? undefined
        : getComputedStyle(focused).outlineWidth
    })
    expect(width, 'the ring around what has the focus').not.toBe('0px')
    await expect(target).toBeFocused({ timeout: 1 })
  }).toPass({ intervals: [0] })
}
