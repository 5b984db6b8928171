import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { logIn, logOut, openLoggedIn } from './log-in.ts'

const elsewhere = 'http://wiki.example/'

test('a person arrives by a link from another site, and can log out', async ({ page, context, service }) => {
  await openLoggedIn(page)

  await arriveFromElsewhere(page, context, service.url)
  await expect(page.getByRole('main')).toContainText('quay-7')
  await logOut(page)

  await expect(page).toHaveURL(`${service.url}/login`)
  await expect(page.getByRole('status')).toHaveText('You are logged out.')
})

test('a person arrives by a link from another site, and can log in', async ({ page, context, service }) => {
  await arriveFromElsewhere(page, context, service.url)
  await page.waitForURL('**/login')
  await logIn(page)

  await expect(page.getByRole('main')).toContainText('quay-7')
})

async function arriveFromElsewhere(page: Page, context: BrowserContext, url: string): Promise<void> {
  await context.route(`${elsewhere}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${url}">the router</a>` }),
  )
  await page.goto(elsewhere)
  await page.getByRole('link').click()
}
