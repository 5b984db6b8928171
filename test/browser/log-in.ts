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

/** Opens a page as a user who has logged in already. */
export async function openLoggedIn(page: Page, path = '/', username = 'admin'): Promise<void> {
  await logInByRequest(page, username)
  await page.goto(path)
}

/** A login without the login page, for tests that are about something else: it takes a tenth of the time. */
export async function logInByRequest(page: Page, username = 'admin', password = username): Promise<void> {
  const form = { username, password }
  const answer = await page.request.post('/login', { form, maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`${username} was not let in: ${answer.status()}`)
}
