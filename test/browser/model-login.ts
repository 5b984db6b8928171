import type { Page } from '@playwright/test'
import { logInByRequest } from './log-in.ts'

/** Opens a page once the service knows the device's model. */
export async function logInTo(page: Page, path: string, username = 'admin'): Promise<void> {
  await logInByRequest(page, username)
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
