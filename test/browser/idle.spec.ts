import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'
import { readSession, sessionStatus, setIdleLimit } from './session.ts'

// Asking for a session that is over is answered with 401, and the browser notes that down.
test.use({ tolerated: [/status of 401/] })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })

test('a person who does nothing is asked a minute before the end, in the page and in the tab', async ({
  page,
}) => {
  await openLoggedIn(page)
  await setIdleLimit(page, 62)

  await expect(dialogOf(page)).toContainText(/logged out in (60|59) seconds/)
  await expect(page).toHaveTitle(/^\((60|59|58)\) Overview/)
  await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeFocused()
})

test('a person who still does nothing is logged out, and told why, once', async ({ page }) => {
  await openLoggedIn(page)
  await setIdleLimit(page, 4)

  await expect(dialogOf(page)).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toHaveText('You were logged out due to inactivity.')

  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveCount(0)
  expect(await sessionStatus(page)).toBe(401)
})

test('a person who is asked stays logged in, by a click or by Escape', async ({ page }) => {
  await openLoggedIn(page)
  await setIdleLimit(page, 6)
  await expect(dialogOf(page)).toBeVisible()
  const { idleExpiresAt } = await readSession(page)

  await page.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveTitle(/^Overview/)
  expect((await readSession(page)).idleExpiresAt.getTime()).toBeGreaterThan(idleExpiresAt.getTime())

  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('a person who is asked may log out at once', async ({ page }) => {
  await openLoggedIn(page)
  await setIdleLimit(page, 10)

  await dialogOf(page).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toHaveText('You are logged out.')
})

test('keys and clicks keep a person logged in', async ({ page }) => {
  await openLoggedIn(page)
  await setIdleLimit(page, 4)
  const { idleExpiresAt } = await readSession(page)

  await expect(async () => {
    await page.keyboard.press('Shift')
    await page.mouse.click(1, 1)
    expect(await dialogOf(page).isVisible()).toBe(false)
    expect((await readSession(page)).lastSeenAt.getTime()).toBeGreaterThan(idleExpiresAt.getTime())
  }).toPass()
})

test('a mouse that is bumped and a table that refreshes itself do not extend a session', async ({ page }) => {
  await openLoggedIn(page, '/interfaces')
  await setIdleLimit(page, 6)

  await expect(async () => {
    await page.mouse.move(Math.random() * 500, Math.random() * 500)
    expect(await dialogOf(page).isVisible()).toBe(true)
  }).toPass({ intervals: [50] })
  await expect(page).toHaveURL('/login')
})

test('a person who stays logged in in one tab stays logged in in the other', async ({ page, context }) => {
  await openLoggedIn(page)
  const other = await context.newPage()
  await other.goto('/interfaces')
  await setIdleLimit(page, 8)
  await other.reload()
  await expect(dialogOf(page)).toBeVisible()
  await expect(dialogOf(other)).toBeVisible()

  await page.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(dialogOf(other)).toBeHidden()
})

test('a person chooses to be logged out after five idle minutes, and the server keeps to it', async ({
  page,
}) => {
  await openLoggedIn(page)
  await page.getByLabel('User menu').click()
  const limit = page.getByLabel('Log out when idle for')
  await expect(limit.locator('option')).toHaveText(['5 minutes', '15 minutes', '30 minutes (maximum)'])
  await expect(limit).toHaveValue('0')

  await limit.selectOption('5 minutes')
  await expect.poll(() => idleMinutes(page)).toBe(5)
  await page.reload()
  await expect(limit).toHaveValue('300')

  await page.getByLabel('User menu').click()
  await limit.selectOption('30 minutes (maximum)')
  await expect.poll(() => idleMinutes(page)).toBe(30)
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('a person chooses the limit by a button, and the session ends without any script', async ({
    page,
  }) => {
    await openLoggedIn(page)
    await page.getByLabel('User menu').click()
    await page.getByLabel('Log out when idle for').selectOption('5 minutes')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => idleMinutes(page)).toBe(5)

    await setIdleLimit(page, 1)
    await expect.poll(() => sessionStatus(page)).toBe(401)
  })
})

async function idleMinutes(page: Page): Promise<number> {
  const { lastSeenAt, idleExpiresAt } = await readSession(page)
  return (idleExpiresAt.getTime() - lastSeenAt.getTime()) / 60_000
}
