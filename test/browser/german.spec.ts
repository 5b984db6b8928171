import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'

test.use({ locale: 'de-AT' })

test('a person whose browser asks for German reads German, from the login page to the interfaces', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle('Anmelden')

  await page.getByLabel('Benutzername').fill('admin')
  await page.getByLabel('Passwort', { exact: true }).fill('falsch')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('alert')).toHaveText('Benutzername oder Passwort ist falsch.')

  await page.getByLabel('Passwort', { exact: true }).fill('admin')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Übersicht')
  await expect(page.getByRole('main')).toContainText('12 Tg.')

  await page.getByRole('link', { name: 'Schnittstellen' }).click()
  await expect(page.getByRole('cell', { name: /^\d+,\d+ GB/ }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Deaktiviert' })).toBeVisible()
})

test('a person chooses another language in the user menu, and keeps it after logging out', async ({
  page,
}) => {
  await logIn(page)
  await page.getByLabel('Benutzermenü').click()
  await page.getByRole('button', { name: 'Svenska' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Översikt')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv')

  await page.getByLabel('Användarmeny').click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await expect(page.getByRole('status')).toHaveText('Du är utloggad.')
})

test('a person chooses English on the login page', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'English' }).click()

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Username')).toBeVisible()
})
