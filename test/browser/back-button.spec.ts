import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { logIn, logOut, openLoggedIn } from './log-in.ts'
import { endElsewhere } from './session.ts'

// One after another: this browser and its service take longer to start than all of the tests to run.
test.describe.configure({ mode: 'default' })

test('a browser that keeps pages alive shows nothing of the device when a person logs out and goes Back', async ({
  page,
}) => {
  await logIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')
  await logOut(page)
  await expect(page).toHaveURL('/login')

  await goBack(page)

  await expect(page.locator('body')).not.toContainText('quay-7', { timeout: 1 })
  await expect(page).toHaveURL('/login')
})

test('a browser that keeps pages alive shows nothing of the device when the session ended elsewhere and a person goes Back', async ({
  page,
}) => {
  await logIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')
  await page.goto('/sessions')
  await endElsewhere(page)

  await goBack(page)

  await expect(page).toHaveURL('/login')
  await expect(page.locator('body')).not.toContainText('quay-7')
})

test('a person goes Back to the login page after logging in, and logs in from there again', async ({
  page,
}) => {
  await logIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')

  await goBack(page)
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await logIn(page)

  await expect(page).toHaveURL('/')
})

test('a page that was kept alive is blank until it has been asked for anew', async ({ page }) => {
  // Chromium lets go of an uncacheable page when a cookie changes, and the login page tries whether it may set one.
  await page.addInitScript(() => {
    let kept = ''
    Object.defineProperty(document, 'cookie', { get: () => kept, set: (cookie) => (kept = cookie) })
  })
  await page.goto('/login')
  await page.getByLabel('Username').fill('left behind')
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) sessionStorage.setItem('seen', String(document.body.checkVisibility()))
    })
  })
  await page.goto('/login?again')

  await goBack(page)

  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('false')
})

test('a person whose login was stopped goes away and Back: the button is ready again', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/login', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 204 }) : route.continue(),
  )
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('admin')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: 'Logging in…' })).toBeVisible()
  await page.unroute('**/login')
  await page.goto('/')

  await goBack(page)

  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})

test('a person goes Back to a page of data that was kept alive, and finds it as it was', async ({ page }) => {
  await openLoggedIn(page, '/data/harbour:harbour')
  await page.getByRole('link', { name: 'unlocode' }).click()
  await expect(page).toHaveTitle(/^unlocode/)
  await goBack(page)
  await expect(page).toHaveTitle(/^harbour/)
  await expect(page.getByRole('main')).toContainText('Old Harbour')
})

/** `page.goBack()` waits for a load, which a page kept alive does not have. */
async function goBack(page: Page): Promise<void> {
  await page.locator('html').evaluate((html) => html.setAttribute('data-left', ''))
  await page.evaluate(() => setTimeout(() => history.back()))
  await expect(page.locator('html')).not.toHaveAttribute('data-left')
}
