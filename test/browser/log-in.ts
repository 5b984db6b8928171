import type { Page } from '@playwright/test'
import { until } from '../support/until.ts'
import { logInAt } from '../support/visitor.ts'

/** Logs in as a person does, by the login page: the one that is there already, if any. Whatever its language. */
export async function logIn(page: Page, username = 'admin', password = username): Promise<void> {
  if (!/^https?:[^?]*\/login$/.test(page.url())) await page.goto('/login')
  await page.locator('#username').fill(username)
  await page.locator('#password').fill(password)
  await page.locator('#submit').click()
}

export async function logOut(page: Page): Promise<void> {
  await page.getByLabel('User menu').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
}

/** Opens a page with the session of a login over HTTP, which takes a tenth of the time. */
export async function openLoggedIn(page: Page, path = '/', username = 'admin'): Promise<void> {
  const url = (await page.request.get('/healthz')).url()
  const visitor = await logInAt(url, username)
  if (!visitor) throw new Error(`${username} was not let in`)
  await page.context().addCookies([
    { name: 'session', value: visitor.session, url, httpOnly: true, sameSite: 'Lax' },
    { name: 'csrf', value: visitor.csrf, url, httpOnly: true, sameSite: 'Strict' },
  ])
  if (path.startsWith('/data')) await until(() => isModelRead(page), 'the model is read')
  await page.goto(path)
}

/** The model is read in the background after a login; once for all who may read it. */
async function isModelRead(page: Page): Promise<boolean> {
  const answer = await page.request.get('/data-search?q=mtu')
  return answer.ok() && !(await answer.text()).includes('<progress')
}
