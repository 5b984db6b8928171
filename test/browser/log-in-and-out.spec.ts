import { expect, test } from './fixtures.ts'
import { logIn, logOut } from './log-in.ts'

test('a person logs in and is on the overview', async ({ page }) => {
  await logIn(page)

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main')).toContainText('quay-7')
})

test('a person who opens a page without logging in meets the login page', async ({ page }) => {
  await page.goto('/interfaces')

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('a person mistypes the password, is told so, and needs to type only that again', async ({ page }) => {
  await logIn(page, 'admin', 'wrong')

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
  await expect(page.getByLabel('Username')).toHaveValue('admin')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  await page.getByLabel('Password', { exact: true }).fill('admin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

test('a person logs out, and the pages are closed again', async ({ page, context }) => {
  await logIn(page)
  await logOut(page)

  await expect(page).toHaveURL('/login')
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'session' }))
  await page.goto('/')
  await expect(page).toHaveURL('/login')
})

test('a person logs out and goes Back, and sees nothing of the device', async ({ page }) => {
  await logIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')
  await logOut(page)
  await expect(page).toHaveURL('/login')

  await page.goBack()

  await expect(page).toHaveURL('/login')
  await expect(page.locator('body')).not.toContainText('quay-7')
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

  test('a person who mistypes the password is told so', async ({ page }) => {
    await logIn(page, 'admin', 'wrong')

    await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
    await expect(page.getByLabel('Username')).toHaveValue('admin')
  })
})
