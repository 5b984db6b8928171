import { expect, test } from './fixtures.ts'
import { logIn, logOut } from './log-in.ts'

test('a browser that keeps pages alive shows nothing of the device when a person signs out and goes Back', async ({
  page,
}) => {
  await logIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')
  await logOut(page)
  await expect(page).toHaveURL('/login')

  await page.locator('html').evaluate((html) => html.setAttribute('data-left', ''))
  // `page.goBack()` waits for a load, which a page kept alive does not have.
  await page.evaluate(() => setTimeout(() => history.back()))

  await expect(page.locator('html')).not.toHaveAttribute('data-left')
  await expect(page.locator('body')).not.toContainText('quay-7', { timeout: 1 })
  await expect(page).toHaveURL('/login')
})
