import type { Page } from '@playwright/test'

/** Opens a page once the service knows the device's model. */
export async function logInTo(page: Page, path: string, username = 'admin'): Promise<void> {
  await logIn(page, username)
  await modelIsRead(page)
  await page.goto(path)
}

/** Whatever the language. */
export async function logIn(page: Page, username = 'admin'): Promise<void> {
  await page.goto('/login')
  await page.locator('#username').fill(username)
  await page.locator('#password').fill(username)
  await page.locator('#submit').click()
  await page.waitForURL('/')
}

/** The model is read in the background after a login. */
async function modelIsRead(page: Page): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await page.request.get('/data-search?q=mtu')
    if (answer.ok() && !(await answer.text()).includes('<progress')) return
    await page.waitForTimeout(100)
  }
  throw new Error('waited 20 s until the model is read')
}
