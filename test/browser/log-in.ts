import type { Page } from '@playwright/test'

/** Logs in as a person would: by the labels, from the login page. */
export async function logIn(page: Page, username = 'admin', password = username): Promise<void> {
  await page.goto('/login')
  await logInHere(page, username, password)
}

/** On the login page that is there already, as a person who was sent to it does. */
export async function logInHere(page: Page, username = 'admin', password = username): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

export async function logOut(page: Page): Promise<void> {
  await page.getByLabel('User menu').click()
  await page.getByRole('button', { name: 'Log out' }).click()
}
