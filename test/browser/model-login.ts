import type { Page } from '@playwright/test'

/** Logs in, whatever the language, and opens a page once the service knows the device's model. */
export async function logInTo(page: Page, path: string, username = 'admin'): Promise<void> {
  await page.goto('/login')
  await page.locator('#username').fill(username)
  await page.locator('#password').fill(username)
  await page.locator('#submit').click()
  await page.waitForURL('/')
  await modelIsRead(page)
  await page.goto(path)
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
