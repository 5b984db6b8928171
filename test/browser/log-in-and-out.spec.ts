import { expect, test } from './fixtures.ts'
import { logIn, logOut } from './log-in.ts'

test('a person who opens a page without logging in meets the login page, logs in and is on the overview', async ({
  page,
}) => {
  await page.goto('/interfaces')
  await expect(page).toHaveURL('/login')
  await logIn(page)

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main')).toContainText('quay-7')
})

test('a person logs out, and neither Back nor the address leads to the device again', async ({
  page,
  context,
}) => {
  await logIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')
  await logOut(page)
  await expect(page).toHaveURL('/login')
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'session' }))

  await page.goBack()
  await expect(page).toHaveURL('/login')
  await expect(page.locator('body')).not.toContainText('quay-7')

  await page.goto('/')
  await expect(page).toHaveURL('/login')
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('a person logs in, reads about the device, and logs out', async ({ page }) => {
    await logIn(page)
    await expect(page).toHaveURL('/')

    await page.getByRole('main').getByRole('link').first().click()
    await expect(page.getByRole('main')).toContainText('quay-7')

    await logOut(page)
    await expect(page).toHaveURL('/login')
  })
})
